import { Button } from '../parts/controls/button.tsx';
import { Field, PasswordField } from '../parts/controls/field.tsx';
import { useForm } from '../parts/controls/use-form.ts';
import { Form } from '../parts/form.tsx';
import { usePage, useTitle } from '../parts/page/page-context.ts';
import type { SignUp } from '../service/service.ts';
import { emailProblem } from './account-rules.ts';
import { SingleSignOnButton } from './single-sign-on.tsx';

type SignInProps = {
  signUp: SignUp;
  singleSignOn: boolean;
  onSignedIn: () => void;
  onWantsAccount: () => void;
  onForgot: () => void;
};

/** The sign-in form, with a note on how to get an account. */
export function SignIn({ signUp, singleSignOn, onSignedIn, onWantsAccount, onForgot }: SignInProps) {
  const { service } = usePage();
  useTitle('Sign in');
  const form = useForm({
    fields: ['email', 'password'],
    check: (read) => ({
      ...emailProblem(read('email')),
      ...(read('password') === '' && { password: 'Enter your password.' }),
    }),
    send: async (read) => {
      await service.account.signIn.mutate({ email: read('email').trim(), password: read('password') });
      onSignedIn();
    },
  });
  return (
    <section className="card box" aria-labelledby="sign-in">
      <h1 id="sign-in" tabIndex={-1}>
        Sign in
      </h1>
      {singleSignOn && !signUp.first ? <SingleSignOnButton /> : null}
      <Form form={form} send="Sign in">
        <Field label="Email" {...form.field('email')} type="email" autoComplete="username" />
        <PasswordField label="Password" {...form.field('password')} autoComplete="current-password" />
      </Form>
      <div className="card-foot soft">
        {signUp.first ? null : (
          <p>
            Forgot your password?{' '}
            <Button kind="quiet" onClick={onForgot}>
              Set a new one
            </Button>
          </p>
        )}
        <NoAccount signUp={signUp} onWantsAccount={onWantsAccount} />
      </div>
    </section>
  );
}

function NoAccount({ signUp, onWantsAccount }: Pick<SignInProps, 'signUp' | 'onWantsAccount'>) {
  if (signUp.open) {
    return (
      <p>
        No account yet?{' '}
        <Button kind="quiet" onClick={onWantsAccount}>
          Create one
        </Button>
      </p>
    );
  }
  if (signUp.first) {
    return (
      <p>
        There is no account yet, and sign-up is closed. Create an account on the server with{' '}
        <code>proviso user add --email you@example.org</code>
      </p>
    );
  }
  return (
    <p>
      No account? Sign-up is closed. Ask the person who administers Proviso for an invitation. The operator
      can create an account with <code>proviso user add</code>.
    </p>
  );
}
