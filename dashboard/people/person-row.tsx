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
import { RecordEntry } from '../parts/record.tsx';
import { Day } from '../parts/times.tsx';
import { queries } from '../service/queries.ts';
import type { Invitation, Person } from '../service/service.ts';
import { DeleteAccount } from './delete-account.tsx';

type PersonRowProps = {
  person: Person;
  isSelf: boolean;
  onChanged: (person: Person) => Promise<void>;
  onDeleted: (words: string) => Promise<void>;
  onInvited: (email: string, invitation: Invitation) => void;
};

/** One person with their usage, and the buttons to disable, enable or invite them again. */
export function PersonRow({ person, isSelf, onChanged, onDeleted, onInvited }: PersonRowProps) {
  const { service } = usePage();
  const { data: usage, error } = useQuery(queries.usage(service, person._id));
  const shown = (amount: string | undefined) => amount ?? (error ? '–' : '…');
  const [open, setOpen] = useState<'budget' | 'disable' | 'delete' | null>(null);
  const client = useQueryClient();
  const close = () => setOpen(null);
  const change = async (disabled: boolean) =>
    onChanged(await service.people.setDisabled.mutate({ id: person._id, disabled }));
  const enable = useAction(() => change(false));
  const again = useAction(async () =>
    onInvited(person.email, await service.people.inviteAgain.mutate({ id: person._id })),
  );
  const isDisabled = person.disabledAt !== null;

  return (
    <RecordEntry
      name={person.name || person.email}
      marks={
        <>
          {isSelf ? <span className="chip chip-active">You, administrator</span> : null}
          {isDisabled ? <span className="chip chip-revoked">Disabled</span> : null}
          {person.invited && !isDisabled ? <span className="chip chip-ending">Invited</span> : null}
        </>
      }
      facts={{
        ...(person.name !== '' && { Email: person.email }),
        Since: <Day time={person.createdAt} />,
        Checks: shown(usage && count(usage.runs)),
        Pages: shown(usage && count(usage.pages)),
        'Model tokens': shown(usage && count(usage.modelTokens)),
        'This month': shown(usage && monthWords(usage.month)),
        Stored: shown(usage && bytes(usage.storedBytes)),
      }}
      wide={['Email', 'This month']}
    >
      <Problem of={error} />
      {open === 'delete' ? (
        <DeleteAccount person={person} onDeleted={onDeleted} onCancel={close} />
      ) : open === 'budget' && usage !== undefined ? (
        <BudgetForm
          whose={person.email}
          caps={usage.month.caps}
          onSave={async (caps) => {
            await service.people.setBudget.mutate({ id: person._id, caps });
            await client.invalidateQueries({ queryKey: queries.usage(service, person._id).queryKey });
            close();
          }}
          onCancel={close}
        />
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
    </RecordEntry>
  );
}
