import { invitedEmailProblem } from '../account/account-rules.ts';
import { Field } from '../parts/controls/field.tsx';
import { useForm } from '../parts/controls/use-form.ts';
import { Form } from '../parts/form.tsx';
import { usePage } from '../parts/page/page-context.ts';
import type { Invitation } from '../service/service.ts';

/** The form that creates an account for another person and invites that person to set a password. */
export function InviteForm({ onInvited }: { onInvited: (email: string, invitation: Invitation) => void }) {
  const { service } = usePage();
  const form = useForm({
    fields: ['email', 'name'],
    check: (read) => invitedEmailProblem(read('email')),
    send: async (read) => {
      const { person, invitation } = await service.people.invite.mutate({
        email: read('email').trim(),
        name: read('name'),
      });
      onInvited(person.email, invitation);
    },
    refused: ({ code }) => (code === 'email_taken' ? { email: 'This person already has an account.' } : {}),
  });
  return (
    <section className="card box" aria-labelledby="invite">
      <h2 id="invite">Invite a person</h2>
      <Form form={form} send="Invite" look="pair">
        <Field label="Email" {...form.field('email')} type="email" autoComplete="off" />
        <Field label="Name" {...form.field('name')} autoComplete="off" maxLength={100} hint="Optional." />
      </Form>
    </section>
  );
}
