import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bytes, count } from '../parts/amounts.ts';
import { BudgetForm } from '../parts/budget-form.tsx';
import { Button } from '../parts/controls/button.tsx';
import { ConfirmDialog } from '../parts/controls/confirm-dialog.tsx';
import { useAction } from '../parts/controls/use-action.ts';
import { monthWords } from '../parts/month.ts';
import { Problem } from '../parts/notice.tsx';
import { usePage } from '../parts/page/page-context.ts';
import { Day } from '../parts/times.tsx';
import { failureOf } from '../service/failure.ts';
import { queries } from '../service/queries.ts';
import type { Invitation, Person } from '../service/service.ts';
import { DeleteAccount } from './delete-account.tsx';

type PersonRowProps = {
  person: Person;
  isSelf: boolean;
  onChanged: (person: Person) => Promise<void>;
  onDeleted: () => Promise<void>;
  onInvited: (email: string, invitation: Invitation) => void;
};

/** One person with their usage, and the buttons to disable, enable or invite them again. */
export function PersonRow({ person, isSelf, onChanged, onDeleted, onInvited }: PersonRowProps) {
  const { service } = usePage();
  const [open, setOpen] = useState<'budget' | 'disable' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const change = async (disabled: boolean) =>
    onChanged(await service.people.setDisabled.mutate({ id: person._id, disabled }));
  const enable = useAction(() => change(false));
  const again = useAction(async () =>
    onInvited(person.email, await service.people.inviteAgain.mutate({ id: person._id })),
  );
  const isDisabled = person.disabledAt !== null;

  return (
    <li className="token">
      <div className="token-name">
        <h3>{person.name || person.email}</h3>
        {isSelf ? <span className="chip chip-active">You, administrator</span> : null}
        {isDisabled ? <span className="chip chip-revoked">Disabled</span> : null}
        {person.invited && !isDisabled ? <span className="chip chip-ending">Invited</span> : null}
      </div>
      <Facts person={person} />
      {open === 'delete' ? (
        <DeleteAccount person={person} onDeleted={onDeleted} onCancel={close} />
      ) : open === 'budget' ? (
        <Budget person={person} onDone={close} />
      ) : (
        <div className="buttons">
          <Button label={`Budget of ${person.email}`} onClick={() => setOpen('budget')}>
            Budget
          </Button>
          {person.invited && !isDisabled ? (
            <Button label={`New link for ${person.email}`} busy={again.busy} onClick={() => void again.run()}>
              New link
            </Button>
          ) : null}
          {isSelf ? null : isDisabled ? (
            <Button label={`Enable ${person.email}`} busy={enable.busy} onClick={() => void enable.run()}>
              Enable
            </Button>
          ) : (
            <Button label={`Disable ${person.email}`} onClick={() => setOpen('disable')}>
              Disable
            </Button>
          )}
          {isSelf ? null : (
            <Button label={`Delete ${person.email}`} onClick={() => setOpen('delete')}>
              Delete…
            </Button>
          )}
        </div>
      )}
      <Problem>{enable.failure?.text ?? again.failure?.text}</Problem>
      {open === 'disable' ? (
        <ConfirmDialog
          title={`Disable ${person.email}?`}
          confirmWords="Disable"
          onConfirm={async () => {
            await change(true);
            close();
          }}
          onCancel={close}
        >
          The person is signed out everywhere at once, and their API tokens are refused. Nothing is deleted:
          their rule sets, projects and findings are there again when you enable them. Checks that have
          started continue.
        </ConfirmDialog>
      ) : null}
    </li>
  );
}

function Facts({ person }: { person: Person }) {
  const { service } = usePage();
  const { data: usage, error } = useQuery(queries.usage(service, person._id));
  const shown = (amount: string | undefined) => amount ?? (error ? '–' : '…');
  return (
    <>
      <dl>
        {person.name === '' ? null : (
          <div className="wide">
            <dt>Email</dt>
            <dd>{person.email}</dd>
          </div>
        )}
        <div>
          <dt>Since</dt>
          <dd>
            <Day time={person.createdAt} />
          </dd>
        </div>
        <div>
          <dt>Checks</dt>
          <dd>{shown(usage && count(usage.runs))}</dd>
        </div>
        <div>
          <dt>Pages</dt>
          <dd>{shown(usage && count(usage.pages))}</dd>
        </div>
        <div>
          <dt>Model tokens</dt>
          <dd>{shown(usage && count(usage.modelTokens))}</dd>
        </div>
        <div className="wide">
          <dt>This month</dt>
          <dd>{shown(usage && monthWords(usage.month))}</dd>
        </div>
        <div>
          <dt>Stored</dt>
          <dd>{shown(usage && bytes(usage.storedBytes))}</dd>
        </div>
      </dl>
      <Problem>{error ? failureOf(error).text : null}</Problem>
    </>
  );
}

function Budget({ person: { _id, email }, onDone }: { person: Person; onDone: () => void }) {
  const { service } = usePage();
  const client = useQueryClient();
  const { data: usage } = useQuery(queries.usage(service, _id));
  return usage === undefined ? null : (
    <BudgetForm
      whose={email}
      caps={usage.month.caps}
      onSave={async (caps) => {
        await service.people.setBudget.mutate({ id: _id, caps });
        await client.invalidateQueries({ queryKey: queries.usage(service, _id).queryKey });
        onDone();
      }}
      onCancel={onDone}
    />
  );
}
