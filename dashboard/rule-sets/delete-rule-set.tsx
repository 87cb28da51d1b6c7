import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { usePage } from '../parts/page-context.ts';
import type { RuleSet } from '../service/service.ts';

/** Deletes the whole rule set, after a question. */
export function DeleteRuleSet({ ruleSet }: { ruleSet: RuleSet }) {
  const { service, announce } = usePage();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);

  async function remove() {
    await service.ruleSets.delete.mutate({ id: ruleSet._id });
    announce(`Rule set “${ruleSet.name}” is deleted.`);
    await navigate({ to: '/rule-sets' });
    await queryClient.invalidateQueries({ queryKey: ['rule-sets'] });
  }

  return (
    <>
      <Button onClick={() => setAsking(true)}>Delete</Button>
      {asking ? (
        <ConfirmDialog
          title={`Delete “${ruleSet.name}”?`}
          confirmWords="Delete rule set"
          onConfirm={remove}
          onCancel={() => setAsking(false)}
        >
          Past runs keep their findings. Projects that use this rule set cannot be checked again until they
          have another one.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
