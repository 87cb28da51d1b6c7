import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../parts/controls/button.tsx';
import { Field } from '../parts/controls/field.tsx';
import { useForm } from '../parts/controls/use-form.ts';
import { Form } from '../parts/form.tsx';
import { monthWords } from '../parts/month.ts';
import { usePage, useUser } from '../parts/page/page-context.ts';
import { DeleteAccount } from '../people/delete-account.tsx';
import { queries } from '../service/queries.ts';

/** The email and the name of the person, with forms to change the name and to delete the account. */
export function Profile() {
  const user = useUser();
  const { signedOut } = usePage();
  const [open, setOpen] = useState<'name' | 'deletion' | null>(null);
  const section = useRef<HTMLElement>(null);

  function close() {
    flushSync(() => setOpen(null));
    section.current?.querySelector('button')?.focus();
  }

  return (
    <section ref={section} className="aside-part stack" aria-labelledby="profile">
      <h2 id="profile">You</h2>
      <div className="profile">
        {user.name === '' ? null : <strong>{user.name}</strong>}
        <span>{user.email}</span>
      </div>
      <Month />
      {open === 'name' ? (
        <NameForm name={user.name} onDone={close} />
      ) : open === 'deletion' ? (
        <DeleteAccount person={user} onDeleted={signedOut} onCancel={close} />
      ) : (
        <div className="buttons">
          <Button onClick={() => setOpen('name')}>
            {user.name === '' ? 'Add your name' : 'Change name'}
          </Button>
          <Button onClick={() => setOpen('deletion')}>Delete the account…</Button>
        </div>
      )}
    </section>
  );
}

/** What the person has spent on models this month. */
function Month() {
  const { service } = usePage();
  const { data } = useQuery(queries.ownUsage(service));
  return data === undefined ? null : <p>Models this month: {monthWords(data)}</p>;
}

function NameForm({ name, onDone }: { name: string; onDone: () => void }) {
  const { service, announce, userChanged } = usePage();
  const form = useForm({
    fields: ['name'],
    check: (read) =>
      read('name').trim().length > 100 ? { name: 'Enter a name of at most 100 characters.' } : {},
    send: async (read) => {
      await service.account.rename.mutate({ name: read('name') });
      userChanged();
      onDone();
      announce('Name changed.');
    },
  });
  return (
    <Form form={form} send="Save name" onCancel={onDone}>
      <Field
        label="Your name"
        {...form.field('name')}
        autoComplete="name"
        defaultValue={name}
        hint="It is shown beside your email."
      />
    </Form>
  );
}
