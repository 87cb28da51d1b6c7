import { useQuery } from '@tanstack/react-query';
import { Button } from '../parts/controls/button.tsx';
import { useAction } from '../parts/controls/use-action.ts';
import { Problem } from '../parts/notice.tsx';
import { usePage } from '../parts/page/page-context.ts';
import { useWorkspaces } from '../parts/page/workspace-context.ts';
import { Moment } from '../parts/times.tsx';
import { queries } from '../service/queries.ts';

/** For admins: the invitations that were not accepted yet. */
export function OpenInvitations({ onChanged }: { onChanged: (words: string) => Promise<void> }) {
  const { service } = usePage();
  const { current } = useWorkspaces();
  const { data: open = [] } = useQuery(queries.workspaceInvitations(service, current._id));
  const withdraw = useAction(async (invitationId: string, email: string) => {
    await service.workspaces.withdrawInvitation.mutate({ id: current._id, invitationId });
    await onChanged(`The invitation of ${email} is withdrawn.`);
  });
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="open-invitations">
      <h2 id="open-invitations">Open invitations</h2>
      <ul className="rows box">
        {open.map(({ _id, email, role, expiresAt }) => (
          <li key={_id} className="row">
            <span className="row-name">{email}</span>
            <span className="soft">
              {role}, until <Moment time={expiresAt} />
            </span>
            <Button
              label={`Withdraw the invitation of ${email}`}
              busy={withdraw.busy}
              onClick={() => void withdraw.run(_id, email)}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
      <Problem>{withdraw.failure?.text}</Problem>
    </section>
  );
}
