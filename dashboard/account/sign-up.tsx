import { Button } from '../parts/controls/button.tsx';
import { Field, PasswordField } from '../parts/controls/field.tsx';
import { useForm } from '../parts/controls/use-form.ts';
import { Form } from '../parts/form.tsx';
import { usePage } from '../parts/page/page-context.ts';
import type { SignUp } from '../service/service.ts';
import { emailProblem, newPasswordProblem, passwordHint } from './account-rules.ts';

type SignUpProps = { signUp: SignUp; onSignedUp: () => void; onHasAccount: () => void };

/** The form that creates the first account of an installation, or a further account if sign-up is open. */
export function SignUpForm({ signUp, onSignedUp, onHasAccount }: SignUpProps) {
  const { service } = usePage();
  const form = useForm({
    fields: ['email', 'password'],
    check: (read) => {
      const password = newPasswordProblem(read('password'));
      return { ...emailProblem(read('email')), ...(password && { password }) };
    },
    send: async (read) => {
      await service.account.signUp.mutate({ email: read('email').trim(), password: read('password') });
      onSignedUp();
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
      <Form form={form} send="Create account">
        <Field label="Email" {...form.field('email')} type="email" autoComplete="username" />
        <PasswordField
          label="Password"
          {...form.field('password')}
          autoComplete="new-password"
          hint={passwordHint}
        />
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
