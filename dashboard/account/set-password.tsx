import { useState } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { PasswordField } from '../parts/controls/field.tsx';
import { useForm } from '../parts/controls/use-form.ts';
import { Form } from '../parts/form.tsx';
import { usePage } from '../parts/page/page-context.ts';
import { newPasswordProblem } from './account-rules.ts';

/** The secret of the link that was opened, which is in the fragment; null if it leads to another page. */
export function secretInAddress(path: '/set-password' | '/join'): string | null {
  return location.pathname === path ? location.hash.slice(1) : null;
}

/** Removes the secret from the address, so that it is neither in the history nor copied with the address. */
export function leaveLink(): void {
  history.replaceState(null, '', '/');
}

type SetPasswordProps = { secret: string; onSet: () => void; onForgot: () => void };

/** The form of an invitation or of a mailed link: it sets a password once. */
export function SetPassword({ secret, onSet, onForgot }: SetPasswordProps) {
  const { service } = usePage();
  const [refused, setRefused] = useState(false);
  const form = useForm({
    fields: ['password'],
    check: (read) => {
      const password = newPasswordProblem(read('password'));
      return password === undefined ? {} : { password };
    },
    send: async (read) => {
      await service.account.setPasswordByLink.mutate({ secret, password: read('password') });
      onSet();
    },
    refused: ({ code }) => {
      setRefused(code === 'link_invalid');
      return {};
    },
  });
  return (
    <section className="card box" aria-labelledby="set-password">
      <h1 id="set-password" tabIndex={-1}>
        Choose your password
      </h1>
      <Form form={form} send="Save password">
        <PasswordField label="New password" {...form.field('password')} autoComplete="new-password" />
      </Form>
      {refused ? (
        <div className="card-foot soft">
          <Button kind="quiet" onClick={onForgot}>
            Ask for a new link
          </Button>
        </div>
      ) : null}
    </section>
  );
}
