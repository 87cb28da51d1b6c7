import { Button } from '../parts/controls/button.tsx';
import { Field, PasswordField } from '../parts/controls/field.tsx';
import { useForm } from '../parts/controls/use-form.ts';
import { Form } from '../parts/form.tsx';
import { enterWorkspace } from '../parts/page/chosen-workspace.ts';
import { usePage } from '../parts/page/page-context.ts';
import type { Offer, SignUp } from '../service/service.ts';
import { emailProblem, newPasswordProblem } from './account-rules.ts';

type SignUpProps = {
  signUp: SignUp;
  /** The invitation to a workspace that the person has followed. */
  offer: Offer | undefined;
  onSignedUp: () => void;
  onHasAccount: () => void;
};

/**
 * The form that creates the first account of an installation, a further account if sign-up is open, or the account of a
 * person who was invited to a workspace, which then opens.
 */
export function SignUpForm({ signUp, offer, onSignedUp, onHasAccount }: SignUpProps) {
  const { service } = usePage();
  const form = useForm({
    fields: ['email', 'password'],
    check: (read) => {
      const password = newPasswordProblem(read('password'));
      return { ...emailProblem(read('email')), ...(password && { password }) };
    },
    send: async (read) => {
      const account = { email: read('email').trim(), password: read('password') };
      await service.account.signUp.mutate({ ...account, ...(offer && { invitation: offer.secret }) });
      if (offer === undefined) return onSignedUp();
      // If joining fails, the page of the invitation says why.
      const joined = service.workspaces.accept.mutate({ secret: offer.secret });
      await joined.then(({ data }) => enterWorkspace(data._id), onSignedUp);
    },
  });
  return (
    <section className="card box" aria-labelledby="sign-up">
      <h1 id="sign-up" tabIndex={-1}>
        {signUp.first ? 'Create the first account' : 'Create an account'}
      </h1>
      {signUp.first ? (
        <p className="lead">
          No one has signed up yet. After this account, sign-up closes unless the operator opens it with{' '}
          <code>SIGN_UP=open</code>.
        </p>
      ) : null}
      {offer === undefined ? null : (
        <p className="lead">
          {offer.invitedBy} invites you to the workspace <b>{offer.workspace}</b> with the role{' '}
          <b>{offer.role}</b>. Create your account to join it.
        </p>
      )}
      <Form form={form} send="Create account">
        <Field
          label="Email"
          {...form.field('email')}
          type="email"
          autoComplete="username"
          {...(offer && { defaultValue: offer.email, readOnly: true })}
        />
        <PasswordField label="Password" {...form.field('password')} autoComplete="new-password" />
      </Form>
      {signUp.first ? null : (
        <div className="card-foot soft">
          <p>
            Have an account?{' '}
            <Button kind="quiet" onClick={onHasAccount}>
              Sign in
            </Button>
          </p>
        </div>
      )}
    </section>
  );
}
