import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { invitedEmailProblem } from '../account/account-rules.ts';
import { Button } from '../parts/controls/button.tsx';
import { Choice, Field } from '../parts/controls/field.tsx';
import { useAction } from '../parts/controls/use-action.ts';
import { useForm } from '../parts/controls/use-form.ts';
import { Form } from '../parts/form.tsx';
import { Problem } from '../parts/notice.tsx';
import { usePage, useWorkspaces } from '../parts/page/page-context.ts';
import { Moment } from '../parts/times.tsx';
import { queries } from '../service/queries.ts';
import type { WorkspaceInvited } from '../service/service.ts';
import { asRole, roleHints, roleOptions } from './role-words.ts';

/** The form that invites a person to the workspace. */
export function InviteMember({ onInvited }: { onInvited: (invited: WorkspaceInvited) => void }) {
  const { service } = usePage();
  const { current } = useWorkspaces();
  const [role, setRole] = useState<string>('editor');
  const form = useForm({
    fields: ['email'],
    check: (read) => invitedEmailProblem(read('email')),
    send: async (read) => {
      const { data } = await service.workspaces.invite.mutate({
        id: current._id,
        email: read('email').trim(),
        role: asRole(role),
      });
      onInvited(data);
    },
  });
  return (
    <section className="card box" aria-labelledby="invite-member">
      <h2 id="invite-member">Invite a person</h2>
      <Form form={form} send="Invite" look="pair">
        <Field label="Email" {...form.field('email')} type="email" autoComplete="off" />
        <Choice
          label="Role"
          name="role"
          hint={roleHints[asRole(role)]}
          options={roleOptions}
          value={role}
          onChange={setRole}
        />
      </Form>
    </section>
  );
}

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
