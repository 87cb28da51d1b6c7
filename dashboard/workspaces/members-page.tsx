import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { ConfirmDialog } from '../parts/controls/confirm-dialog.tsx';
import { Problem } from '../parts/notice.tsx';
import { enterWorkspace } from '../parts/page/chosen-workspace.ts';
import { usePage } from '../parts/page/page-context.ts';
import { useTitle } from '../parts/page/use-title.ts';
import { useUser } from '../parts/page/user-context.ts';
import { useMay, useWorkspaces } from '../parts/page/workspace-context.ts';
import { InvitationPanel } from '../people/invitation-panel.tsx';
import { queries } from '../service/queries.ts';
import type { WorkspaceInvited } from '../service/service.ts';
import { InviteMember } from './invite-member.tsx';
import { MemberRow } from './member-row.tsx';
import { NewWorkspace } from './new-workspace.tsx';
import { OpenInvitations } from './open-invitations.tsx';
import { WorkspaceBudget } from './workspace-budget.tsx';
import { WorkspaceSettings } from './workspace-settings.tsx';

/** The members of the workspace that the page shows. Admins invite people, change roles and set the budget. */
export function MembersPage() {
  const { service, announce } = usePage();
  const { current } = useWorkspaces();
  const user = useUser();
  const client = useQueryClient();
  const isAdmin = useMay('administer');
  const { data: members, error } = useQuery(queries.members(service, current._id));
  const [invited, setInvited] = useState<WorkspaceInvited | null>(null);
  useTitle('Members');

  async function onChanged(words: string) {
    await client.invalidateQueries({ queryKey: ['workspaces'] });
    announce(words);
  }

  return (
    <div className="sheet stack">
      <h1 tabIndex={-1}>Members of {current.name}</h1>
      <p className="lead">
        {current.isOwn
          ? 'This is your own workspace. People whom you invite see its rule sets, projects and findings.'
          : `You are ${current.role} in this workspace. Its members share its rule sets, projects and findings.`}
      </p>
      {isAdmin && invited === null ? (
        <InviteMember
          onInvited={(one) => {
            setInvited(one);
            void onChanged(`${one.email} is invited.`);
          }}
        />
      ) : null}
      {invited === null ? null : (
        <InvitationPanel
          email={invited.email}
          invitation={invited}
          opens="can join the workspace"
          onStored={() => setInvited(null)}
        />
      )}
      <section aria-labelledby="members">
        <h2 id="members">Members</h2>
        <ul className="tokens box people">
          {(members ?? []).map((member) => (
            <MemberRow
              key={member.userId}
              member={member}
              isSelf={member.userId === user._id}
              canChange={isAdmin && member.userId !== current._id}
              onChanged={onChanged}
            />
          ))}
        </ul>
        <Problem of={error} />
        {current.isOwn ? null : <Leave />}
      </section>
      {isAdmin ? <OpenInvitations onChanged={onChanged} /> : null}
      <WorkspaceBudget canChange={isAdmin} />
      {isAdmin ? <WorkspaceSettings /> : null}
      <NewWorkspace />
    </div>
  );
}

function Leave() {
  const { service } = usePage();
  const { current } = useWorkspaces();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="buttons">
      <Button onClick={() => setIsAsking(true)}>Leave the workspace</Button>
      {isAsking ? (
        <ConfirmDialog
          title={`Leave ${current.name}?`}
          confirmWords="Leave"
          cancelWords="Stay"
          onConfirm={async () => {
            await service.workspaces.leave.mutate({ id: current._id });
            enterWorkspace(null);
          }}
          onCancel={() => setIsAsking(false)}
        >
          Your tokens of this workspace stop working. The records that you have created stay.
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
