import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BudgetForm } from '../parts/budget-form.tsx';
import { Button } from '../parts/controls/button.tsx';
import { ConfirmDialog } from '../parts/controls/confirm-dialog.tsx';
import { monthWords } from '../parts/month.ts';
import { Problem } from '../parts/notice.tsx';
import { enterWorkspace } from '../parts/page/chosen-workspace.ts';
import { useMay, usePage, useTitle, useUser, useWorkspaces } from '../parts/page/page-context.ts';
import { InvitationPanel } from '../people/invitation-panel.tsx';
import { queries } from '../service/queries.ts';
import type { WorkspaceInvited } from '../service/service.ts';
import { InviteMember, OpenInvitations } from './invitations.tsx';
import { MemberRow } from './member-row.tsx';
import { NewWorkspace, WorkspaceSettings } from './workspace-settings.tsx';

/** The members of the workspace that the page shows. Admins invite people, change roles and set the budget. */
export function MembersPage() {
  const { service, tell } = usePage();
  const { current } = useWorkspaces();
  const user = useUser();
  const client = useQueryClient();
  const isAdmin = useMay('administer');
  const { data: members, error } = useQuery(queries.members(service, current._id));
  const [invited, setInvited] = useState<WorkspaceInvited | null>(null);
  useTitle('Members');

  async function onChanged(words: string) {
    await client.invalidateQueries({ queryKey: ['workspaces'] });
    tell(words);
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
        <Problem of={error} isWaiting={members === undefined} />
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

/** What all members have spent on models this month, and what they may spend together. */
function WorkspaceBudget({ canChange }: { canChange: boolean }) {
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
