import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../parts/controls/button.tsx';
import { PasswordField } from '../parts/controls/field.tsx';
import { useForm } from '../parts/controls/use-form.ts';
import { Form } from '../parts/form.tsx';
import { Notice } from '../parts/notice.tsx';
import { usePage } from '../parts/page/page-context.ts';
import type { User } from '../service/service.ts';
import { newPasswordProblem } from './account-rules.ts';

/**
 * The form for a new password, hidden until the user opens it. A change is announced to screen readers. People who sign
 * in with an identity provider only read that they have no password.
 */
export function ChangePassword({ user }: { user: User }) {
  const { announce } = usePage();
  const [state, setState] = useState<'closed' | 'open' | 'changed'>('closed');
  const opener = useRef<HTMLButtonElement>(null);

  function close(outcome: 'closed' | 'changed') {
    flushSync(() => setState(outcome));
    opener.current?.focus();
  }

  function changed() {
    close('changed');
    announce('Password changed. Every other session was signed out.');
  }

  return (
    <section className="aside-part stack" aria-labelledby="password">
      <h2 id="password">Password</h2>
      {!user.hasPassword ? (
        <p className="soft">
          You sign in with your organization and have no password here. To set one, sign out and select{' '}
          <b>Set a new one</b> on the sign-in page.
        </p>
      ) : state === 'open' ? (
        <PasswordForm user={user} onChanged={changed} onCancel={() => close('closed')} />
      ) : (
        <>
          {state === 'changed' ? (
            <Notice kind="good">Password changed. Every other session was signed out.</Notice>
          ) : (
            <p className="soft">Changing it signs out every other browser. Tokens stay valid.</p>
          )}
          <Button ref={opener} onClick={() => setState('open')}>
            Change password
          </Button>
        </>
      )}
    </section>
  );
}

type PasswordFormProps = { user: User; onChanged: () => void; onCancel: () => void };

function PasswordForm({ user, onChanged, onCancel }: PasswordFormProps) {
  const { service } = usePage();
  const form = useForm({
    fields: ['current', 'next'],
    check: (read) => {
      const next = newPasswordProblem(read('next'));
      return {
        ...(read('current') === '' && { current: 'Enter your current password.' }),
        ...(next && { next }),
      };
    },
    send: async (read) => {
      await service.account.changePassword.mutate({ current: read('current'), next: read('next') });
      onChanged();
    },
    refused: ({ code, fields }) => ({
      ...(code === 'wrong_credentials' && { current: 'This is not your current password.' }),
      ...(fields.password !== undefined && { next: fields.password }),
    }),
  });
  useEffect(() => form.ref.current?.querySelector<HTMLElement>('[name=current]')?.focus(), [form.ref]);

  return (
    <Form form={form} send="Save password" onCancel={onCancel}>
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField label="Current password" {...form.field('current')} autoComplete="current-password" />
      <PasswordField label="New password" {...form.field('next')} autoComplete="new-password" />
    </Form>
  );
}
