import { useState } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { Field } from '../parts/controls/field.tsx';
import { useForm } from '../parts/controls/use-form.ts';
import { Form } from '../parts/form.tsx';
import { Notice } from '../parts/notice.tsx';
import { usePage } from '../parts/page/page-context.ts';
import { emailProblem } from './account-rules.ts';

type ForgotPasswordProps = { byMail: boolean; onBack: () => void };

/** Sends a link for a new password, or says who can set one if the service sends no mail. */
export function ForgotPassword({ byMail, onBack }: ForgotPasswordProps) {
  return (
    <section className="card box" aria-labelledby="forgot">
      <h1 id="forgot" tabIndex={-1}>
        Set a new password
      </h1>
      {byMail ? <RequestForm /> : <NoMail />}
      <div className="card-foot soft">
        <Button kind="quiet" onClick={onBack}>
          Back to sign-in
        </Button>
      </div>
    </section>
  );
}

function RequestForm() {
  const { service } = usePage();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    fields: ['email'],
    check: (read) => emailProblem(read('email')),
    send: async (read) => {
      await service.account.requestPasswordReset.mutate({ email: read('email').trim() });
      setSentTo(read('email').trim());
    },
  });
  return (
    <>
      <Form form={form} send="Send a link">
        <Field
          label="Email"
          {...form.field('email')}
          type="email"
          autoComplete="username"
          hint="The link in the mail works once, for one hour."
        />
      </Form>
      <div role="status">
        {sentTo === null ? null : (
          <Notice kind="good">
            If {sentTo} has an account, a mail with a link is on its way. If none arrives, look among the
            unwanted mail, or ask the person who administers Proviso.
          </Notice>
        )}
      </div>
    </>
  );
}

function NoMail() {
  return (
    <p className="lead">
      This service sends no mail. Ask its operator to set a new password with{' '}
      <code>proviso user passwd --email you@example.org</code>
    </p>
  );
}
