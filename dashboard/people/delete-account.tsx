import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bytes } from '../parts/amounts.ts';
import { Button } from '../parts/controls/button.tsx';
import { Choice, Field, PasswordField } from '../parts/controls/field.tsx';
import { useForm } from '../parts/controls/use-form.ts';
import { Form } from '../parts/form.tsx';
import { Problem } from '../parts/notice.tsx';
import { usePage, useUser } from '../parts/page/page-context.ts';
import { countOf } from '../parts/words.ts';
import { queries } from '../service/queries.ts';
import type { Belongings } from '../service/service.ts';

type DeleteAccountProps = {
  person: { _id: string; email: string };
  /** `words` say what was deleted. */
  onDeleted: (words: string) => Promise<void> | void;
  onCancel: () => void;
};

/**
 * Deletes an account, and says before what goes with it. Its owner proves to be it; the administrator can hand the records
 * of another person to someone else.
 */
export function DeleteAccount({ person: { _id, email }, onDeleted, onCancel }: DeleteAccountProps) {
  const { service } = usePage();
  const user = useUser();
  const isOwn = user._id === _id;
  const { data, error } = useQuery({ ...queries.belongings(service, _id), gcTime: 0 });
  const { data: people = [] } = useQuery({ ...queries.people(service), enabled: !isOwn });
  // Nothing is lost by a person who does not choose.
  const [heir, setHeir] = useState(isOwn ? '' : user._id);
  const secret = user.hasPassword ? 'password' : 'email';
  const form = useForm({
    fields: ['proof'],
    check: (read) => (isOwn && read('proof') === '' ? { proof: `Enter your ${secret}.` } : {}),
    send: async (read) => {
      await service.people.remove.mutate({ id: _id, heir: heir || null, proof: read('proof') });
      await onDeleted(
        heir === ''
          ? `${email} is deleted, with ${gone}.`
          : `${email} is deleted. ${others.find((one) => one._id === heir)?.email} has the records.`,
      );
    },
    refused: ({ code }) => (code === 'wrong_credentials' ? { proof: `This is not your ${secret}.` } : {}),
  });
  const gone = data && goneWords(data);
  // The administrator is first, also before the list is there.
  const others = [user, ...people.filter((one) => one._id !== user._id && one.disabledAt === null)].filter(
    (one) => one._id !== _id,
  );
  if (data === undefined) return <Problem of={error} />;
  if (data.refused !== null)
    return (
      <>
        <Problem>This account cannot be deleted: {data.refused}.</Problem>
        <Button onClick={onCancel}>Close</Button>
      </>
    );
  const proof = form.field('proof');
  return (
    <Form form={form} send="Delete the account" kind="danger" label={`Delete ${email}`} onCancel={onCancel}>
      <p>
        {heir === ''
          ? `Deleted at once: the account with ${gone}.`
          : 'The account and its tokens are deleted at once. Its workspaces stay and get a new admin.'}{' '}
        Workspaces with other members stay, and so does {isOwn ? 'your name' : 'the name'} on reviews and
        sign-offs there. This can’t be undone.
      </p>
      {!isOwn ? (
        <Choice
          label="Records"
          name="heir"
          options={[...others.map((one) => [one._id, `Hand to ${one.email}`] as const), ['', 'Delete them']]}
          value={heir}
          onChange={setHeir}
        />
      ) : user.hasPassword ? (
        <PasswordField label="Your password" autoComplete="current-password" {...proof} />
      ) : (
        <Field label="Your email" autoComplete="off" {...proof} />
      )}
    </Form>
  );
}

function goneWords({ politics, projects, runs, tokens, files, storedBytes }: Belongings): string {
  const counted = [
    countOf(politics, 'rule set'),
    countOf(projects, 'project'),
    countOf(runs, 'check'),
    countOf(tokens, 'API token'),
  ].join(', ');
  return `${counted} and ${countOf(files, 'file')} (${bytes(storedBytes)})`;
}
