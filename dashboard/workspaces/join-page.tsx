import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { useAction } from '../parts/controls/use-action.ts';
import { Problem } from '../parts/notice.tsx';
import { enterWorkspace } from '../parts/page/chosen-workspace.ts';
import { usePage, useTitle } from '../parts/page/page-context.ts';
import { Moment } from '../parts/times.tsx';
import { queries } from '../service/queries.ts';

/** The page that the link of an invitation leads to. The secret of the link is in the fragment. */
export function JoinPage() {
  const { service } = usePage();
  const [secret] = useState(() => location.hash.slice(1));
  const { data: offer, error } = useQuery(queries.offer(service, secret));
  const join = useAction(async () => {
    const { data } = await service.workspaces.accept.mutate({ secret });
    enterWorkspace(data.isOwn ? null : data._id);
  });
  useTitle('Join a workspace');
  return (
    <div className="sheet stack">
      <h1 tabIndex={-1}>Join a workspace</h1>
      <Problem of={error} />
      {offer === undefined ? null : (
        <section className="card box" aria-label="Invitation">
          <p>
            {offer.invitedBy} invites you to the workspace <b>{offer.workspace}</b> with the role{' '}
            <b>{offer.role}</b>. The invitation for {offer.email} is valid until{' '}
            <Moment time={offer.expiresAt} />.
          </p>
          {offer.isMember ? <p>You are a member already, and keep your role.</p> : null}
          <Button kind="main" busy={join.busy} onClick={() => void join.run()}>
            Join
          </Button>
          <Problem>{join.failure?.text}</Problem>
        </section>
      )}
    </div>
  );
}
