import { useState } from 'react';
import { invitedEmailProblem } from '../account/account-rules.ts';
import { Choice, Field } from '../parts/controls/field.tsx';
import { useForm } from '../parts/controls/use-form.ts';
import { Form } from '../parts/form.tsx';
import { usePage } from '../parts/page/page-context.ts';
import { useWorkspaces } from '../parts/page/workspace-context.ts';
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
