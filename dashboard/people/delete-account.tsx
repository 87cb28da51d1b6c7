import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { bytes } from '../parts/amounts.ts';
import { Button } from '../parts/controls/button.tsx';
import { Choice, Field, PasswordField } from '../parts/controls/field.tsx';
import { useForm } from '../parts/controls/use-form.ts';
import { FormEnd } from '../parts/form-end.tsx';
import { Problem } from '../parts/notice.tsx';
import { usePage } from '../parts/page/page-context.ts';
import { useUser } from '../parts/page/user-context.ts';
import { countOf } from '../parts/words.ts';
import { failureOf } from '../service/failure.ts';
import { queries } from '../service/queries.ts';
import type { Person } from '../service/service.ts';

/** The form with which a person deletes the own account, after the password. */
export function DeleteOwnAccount({ onCancel }: { onCancel: () => void }) {
  const { service, signedOut } = usePage();
  const { _id, email, hasPassword } = useUser();
  const form = useForm({
    fields: ['proof'],
    check: (read) =>
      read('proof') === '' ? { proof: `Enter your ${hasPassword ? 'password' : 'email'}.` } : {},
    send: async (read) => {
      await service.account.remove.mutate({ proof: read('proof') });
      signedOut();
    },
    refused: ({ code }) =>
      code === 'wrong_credentials'
        ? { proof: `This is not your ${hasPassword ? 'password' : 'email'}.` }
        : {},
  });
  const proof = { name: 'proof', problem: form.problems.proof };
  return (
    <Belongings id={_id} onCancel={onCancel}>
      {(what) => (
        <form ref={form.ref} onSubmit={form.onSubmit} noValidate>
          <p>
            {what} Workspaces with other members stay, and so does your name where you reviewed or signed off.
            This can’t be undone.
          </p>
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          {hasPassword ? (
            <PasswordField label="Your password" autoComplete="current-password" {...proof} />
          ) : (
            <Field label="Your email" autoComplete="off" {...proof} />
          )}
          <FormEnd save="Delete the account" kind="danger" form={form} onCancel={onCancel} />
        </form>
      )}
    </Belongings>
  );
}

type DeletePersonProps = { person: Person; onDeleted: () => Promise<void>; onCancel: () => void };

/** The form with which the administrator deletes the account of another person, or hands its records on. */
export function DeletePerson({ person, onDeleted, onCancel }: DeletePersonProps) {
  const { service } = usePage();
  const { data: people = [] } = useQuery(queries.people(service));
  const [heir, setHeir] = useState('');
  const others = people.filter(({ _id, disabledAt }) => _id !== person._id && disabledAt === null);
  const form = useForm({
    fields: [],
    check: () => ({}),
    send: async () => {
      await service.people.remove.mutate({ id: person._id, heir: heir === '' ? null : heir });
      await onDeleted();
    },
  });
  return (
    <Belongings id={person._id} onCancel={onCancel}>
      {(what) => (
        <form ref={form.ref} onSubmit={form.onSubmit} aria-label={`Delete ${person.email}`}>
          <p>
            {heir === '' ? what : 'The workspaces of this person stay as they are and get a new admin.'}{' '}
            Workspaces with other members stay, and so does the name of the person where they reviewed or
            signed off. This can’t be undone.
          </p>
          <Choice
            label="Records"
            name="heir"
            hint=""
            options={[
              ['', 'Delete them'],
              ...others.map(({ _id, email }) => [_id, `Hand them to ${email}`] as const),
            ]}
            value={heir}
            onChange={setHeir}
          />
          <FormEnd save={`Delete ${person.email}`} kind="danger" form={form} onCancel={onCancel} />
        </form>
      )}
    </Belongings>
  );
}

/** Says what goes with an account above a form, or why the account cannot be deleted. */
function Belongings({
  id,
  onCancel,
  children,
}: {
  id: string;
  onCancel: () => void;
  children: (what: string) => ReactNode;
}) {
  const { service } = usePage();
  const { data, error } = useQuery({ ...queries.belongings(service, id), gcTime: 0, staleTime: 0 });
  if (data === undefined) return error ? <Problem>{failureOf(error).text}</Problem> : <p>One moment…</p>;
  if (data.refused !== null)
    return (
      <>
        <Problem>This account cannot be deleted: {data.refused}.</Problem>
        <Button onClick={onCancel}>Close</Button>
      </>
    );
  const { politics, projects, runs, tokens, files, storedBytes } = data;
  const counted = [
    countOf(politics, 'rule set'),
    countOf(projects, 'project'),
    countOf(runs, 'check'),
    countOf(tokens, 'API token'),
  ].join(', ');
  return children(
    `Deleted at once: the account with ${counted} and ${countOf(files, 'file')} (${bytes(storedBytes)}).`,
  );
}
