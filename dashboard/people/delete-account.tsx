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
  const gone = data && goneWords(data);
  const [chosen, setChosen] = useState<string>();
  // Without a choice, the administrator who deletes another person's account gets the records.
  const heir = chosen ?? (isOwn || gone === nothing ? '' : user._id);
  const heirs = [user, ...people.filter((one) => ![_id, user._id].includes(one._id) && !one.disabledAt)];
  const secret = user.hasPassword ? 'password' : 'email';
  const form = useForm({
    fields: ['proof'],
    check: (read) => (isOwn && read('proof') === '' ? { proof: `Enter your ${secret}.` } : {}),
    send: async (read) => {
      await service.people.remove.mutate({ id: _id, heir: heir || null, proof: read('proof') });
      await onDeleted(
        heir === ''
          ? `${email} is deleted, with ${gone}.`
          : `${email} is deleted. ${heirs.find((one) => one._id === heir)?.email} has the records.`,
      );
    },
    refused: ({ code }) => (code === 'wrong_credentials' ? { proof: `This is not your ${secret}.` } : {}),
  });
  if (data === undefined) return <Problem of={error} isWaiting />;
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
          options={[...heirs.map((one) => [one._id, `Hand to ${one.email}`] as const), ['', 'Delete them']]}
          value={heir}
          onChange={setChosen}
        />
      ) : user.hasPassword ? (
        <PasswordField label="Your password" autoComplete="current-password" {...proof} />
      ) : (
        <Field label="Your email" autoComplete="off" {...proof} />
      )}
    </Form>
  );
}

const nothing = 'no records';

function goneWords({ politics, projects, runs, tokens, files, storedBytes }: Belongings): string {
  const counted = [
    [politics, 'rule set'],
    [projects, 'project'],
    [runs, 'check'],
    [tokens, 'API token'],
  ] as const;
  const gone = counted.flatMap(([count, noun]) => (count > 0 ? [countOf(count, noun)] : []));
  if (files > 0) gone.push(`${countOf(files, 'file')} (${bytes(storedBytes)})`);
  return gone.join(', ') || nothing;
}
