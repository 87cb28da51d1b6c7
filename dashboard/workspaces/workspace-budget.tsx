import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BudgetForm } from '../parts/budget-form.tsx';
import { Button } from '../parts/controls/button.tsx';
import { monthWords } from '../parts/month.ts';
import { usePage } from '../parts/page/page-context.ts';
import { useWorkspaces } from '../parts/page/workspace-context.ts';
import { queries } from '../service/queries.ts';

/** What all members have spent on models this month, and what they may spend together. */
export function WorkspaceBudget({ canChange }: { canChange: boolean }) {
  const { service } = usePage();
  const { current } = useWorkspaces();
  const client = useQueryClient();
  const [isChanging, setIsChanging] = useState(false);
  const { data: month } = useQuery(queries.workspaceBudget(service, current._id));
  if (month === undefined) return null;
  return (
    <section aria-labelledby="budget">
      <h2 id="budget">Monthly budget</h2>
      <p>All members together, this month: {monthWords(month)}. The budget of each person applies too.</p>
      {isChanging ? (
        <BudgetForm
          whose={current.name}
          caps={month.caps}
          onSave={async (caps) => {
            await service.workspaces.setBudget.mutate({ id: current._id, ...caps });
            await client.invalidateQueries({ queryKey: ['workspaces'] });
            setIsChanging(false);
          }}
          onCancel={() => setIsChanging(false)}
        />
      ) : canChange ? (
        <div className="buttons">
          <Button onClick={() => setIsChanging(true)}>Change the budget</Button>
        </div>
      ) : null}
    </section>
  );
}
