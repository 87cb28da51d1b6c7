import { useState } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { Choice, Field } from '../parts/controls/field.tsx';
import { useForm } from '../parts/controls/use-form.ts';
import { Problem } from '../parts/notice.tsx';
import { usePage } from '../parts/page/page-context.ts';
import type { FreshToken } from '../service/service.ts';
import { dayOf, expiryHint, expiryOptions, expiryTime } from './expiry.ts';

/** Asks for a token's name and expiry, and passes on the token that was created. */
export function MakeToken({ onMade }: { onMade: (fresh: FreshToken) => void }) {
  const { service } = usePage();
  const [expiry, setExpiry] = useState('never');
  const form = useForm({
    fields: ['name', 'expiry', 'expiresAt'],
    check: (read) => ({
      ...(read('name').trim() === '' && { name: 'Give it a name, such as the program that will use it.' }),
      ...(read('expiry') === 'date' && read('expiresAt') === '' && { expiresAt: 'Choose the last day.' }),
    }),
    send: async (read) => {
      const expiresAt = expiryTime(read('expiry'), read('expiresAt'), new Date());
      onMade(await service.tokens.create.mutate({ name: read('name').trim(), expiresAt }));
    },
  });
  return (
    <section className="card" aria-labelledby="make-token">
      <h2 id="make-token" tabIndex={-1}>
        Create a token
      </h2>
      <form ref={form.ref} onSubmit={form.onSubmit} noValidate className="make-token">
        <Field
          label="Name"
          name="name"
          maxLength={100}
          autoComplete="off"
          hint="Such as “nightly check” or “my laptop”."
          problem={form.problems.name}
        />
        <Choice
          label="Expires"
          name="expiry"
          options={expiryOptions}
          value={expiry}
          hint={expiryHint(expiry, new Date())}
          onChange={setExpiry}
        />
        {expiry === 'date' ? (
          <Field
            label="Last day"
            name="expiresAt"
            type="date"
            min={dayOf(new Date())}
            problem={form.problems.expiresAt}
          />
        ) : null}
        <Button type="submit" kind="main" busy={form.busy}>
          Create token
        </Button>
        <Problem>{form.trouble}</Problem>
      </form>
    </section>
  );
}
