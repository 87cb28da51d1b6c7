import { invitedEmailProblem } from '../account/account-rules.ts';
import { Button } from '../parts/controls/button.tsx';
import { Field } from '../parts/controls/field.tsx';
import { useForm } from '../parts/controls/use-form.ts';
import { Problem } from '../parts/notice.tsx';
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
    <section className="card" aria-labelledby="invite">
      <h2 id="invite">Invite a person</h2>
      <form ref={form.ref} onSubmit={form.onSubmit} noValidate className="invite-form">
        <Field label="Email" name="email" type="email" autoComplete="off" problem={form.problems.email} />
        <Field
          label="Name"
          name="name"
          autoComplete="off"
          maxLength={100}
          hint="Optional."
          problem={form.problems.name}
        />
        <Button type="submit" kind="main" busy={form.busy}>
          Invite
        </Button>
        <Problem>{form.trouble}</Problem>
      </form>
    </section>
  );
}
