import { useState } from 'react';
import { Choice, Field } from '../parts/controls/field.tsx';
import { useForm } from '../parts/controls/use-form.ts';
import { Form } from '../parts/form.tsx';
import { usePage } from '../parts/page/page-context.ts';
import type { FreshToken } from '../service/service.ts';
import { dayOf, expiryHint, expiryOptions, expiryTime } from './expiry.ts';
import { limitHint, limitOptions, permissionsOf, scopeHint, scopeOptions } from './permissions.ts';

/** Asks for a token's name and expiry, and passes on the token that was created. */
export function MakeToken({ onMade }: { onMade: (fresh: FreshToken) => void }) {
  const { service } = usePage();
  const [expiry, setExpiry] = useState('never');
  const [scopes, setScopes] = useState('all');
  const [limit, setLimit] = useState('none');
  const form = useForm({
    fields: ['name', 'expiry', 'expiresAt', 'scopes', 'limit', 'limitId'],
    check: (read) => ({
      ...(read('name').trim() === '' && { name: 'Give it a name, such as the program that will use it.' }),
      ...(read('expiry') === 'date' && read('expiresAt') === '' && { expiresAt: 'Choose the last day.' }),
      ...(read('limit') !== 'none' &&
        !/^[0-9a-f]{24}$/i.test(read('limitId').trim()) && {
          limitId: 'Enter the 24 characters after the last slash in the address of its page.',
        }),
    }),
    send: async (read) => {
      const expiresAt = expiryTime(read('expiry'), read('expiresAt'), new Date());
      onMade(
        await service.tokens.create.mutate({
          name: read('name').trim(),
          expiresAt,
          ...permissionsOf(read('scopes'), read('limit'), read('limitId')),
        }),
      );
    },
  });
  return (
    <section className="card box" aria-labelledby="make-token">
      <h2 id="make-token" tabIndex={-1}>
        Create a token
      </h2>
      <Form form={form} send="Create token" look="pair">
        <Field
          label="Name"
          {...form.field('name')}
          maxLength={100}
          autoComplete="off"
          hint="Such as “nightly check” or “my laptop”."
        />
        <Choice
          label="May"
          name="scopes"
          options={scopeOptions}
          value={scopes}
          hint={scopeHint(scopes)}
          onChange={setScopes}
        />
        <Choice
          label="In"
          name="limit"
          options={limitOptions}
          value={limit}
          hint={limitHint(limit)}
          onChange={setLimit}
        />
        {limit === 'none' ? null : (
          <Field
            label={limit === 'project' ? 'Id of the project' : 'Id of the rule set'}
            {...form.field('limitId')}
            autoComplete="off"
            spellCheck={false}
            hint="The last part of the address of its page."
          />
        )}
        <Choice
          label="Expires"
          name="expiry"
          options={expiryOptions}
          value={expiry}
          hint={expiryHint(expiry, new Date())}
          onChange={setExpiry}
        />
        {expiry === 'date' ? (
          <Field label="Last day" {...form.field('expiresAt')} type="date" min={dayOf(new Date())} />
        ) : null}
      </Form>
    </section>
  );
}
