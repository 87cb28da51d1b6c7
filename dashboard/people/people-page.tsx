import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { invitedEmailProblem } from '../account/account-rules.ts';
import { Button } from '../parts/controls/button.tsx';
import { Field } from '../parts/controls/field.tsx';
import { useForm } from '../parts/controls/use-form.ts';
import { Form } from '../parts/form.tsx';
import { Problem } from '../parts/notice.tsx';
import { usePage, useTitle, useUser } from '../parts/page/page-context.ts';
import { NotFoundPage } from '../parts/page/whole-page.tsx';
import { queries } from '../service/queries.ts';
import type { Invitation, Person } from '../service/service.ts';
import { InvitationPanel } from './invitation-panel.tsx';
import { PersonRow } from './person-row.tsx';
import { RulesForPeople } from './rules-for-people.tsx';

/** For the administrator: everyone with an account, what they use, and the limits that apply to them. */
export function PeoplePage() {
  return useUser().isAdministrator ? <People /> : <NotFoundPage />;
}

/** How many people are shown at first, and how many each "Show more" adds. */
const step = 20;

type Invited = { email: string; invitation: Invitation };

function People() {
  const { service, announce, tell } = usePage();
  const user = useUser();
  const client = useQueryClient();
  const { data: people, error } = useQuery(queries.people(service));
  const [invited, setInvited] = useState<Invited | null>(null);
  const [shown, setShown] = useState(step);
  useTitle('People');

  const reload = () => client.invalidateQueries({ queryKey: queries.people(service).queryKey });

  function onInvited(email: string, invitation: Invitation) {
    setInvited({ email, invitation });
    void reload();
  }

  function onStored() {
    flushSync(() => setInvited(null));
    document.getElementById('people')?.focus();
  }

  async function onChanged(person: Person) {
    await reload();
    announce(`${person.email} is ${person.disabledAt === null ? 'enabled' : 'disabled'}.`);
  }

  async function onDeleted(words: string) {
    await reload();
    document.getElementById('accounts')?.focus();
    tell(words);
  }

  return (
    <div className="sheet stack">
      <h1 id="people" tabIndex={-1}>
        People
      </h1>
      <p className="lead">
        You administer this service because yours is the first account. Each person sees only the rule sets,
        projects and findings of their workspaces; you do not see those of workspaces that you are not in.
      </p>
      {invited === null ? (
        <InviteForm onInvited={onInvited} />
      ) : (
        <InvitationPanel {...invited} onStored={onStored} />
      )}
      <section aria-labelledby="accounts">
        <h2 id="accounts" tabIndex={-1}>
          Accounts
        </h2>
        <ul className="tokens box people">
          {(people ?? []).slice(0, shown).map((person) => (
            <PersonRow
              key={person._id}
              person={person}
              isSelf={person._id === user._id}
              onChanged={onChanged}
              onDeleted={onDeleted}
              onInvited={onInvited}
            />
          ))}
        </ul>
        {people !== undefined && people.length > shown ? (
          <div className="buttons">
            <Button onClick={() => setShown(shown + step)}>Show more</Button>
          </div>
        ) : null}
        <Problem of={error} />
      </section>
      <RulesForPeople />
    </div>
  );
}

/** The form that creates an account for another person and invites that person to set a password. */
function InviteForm({ onInvited }: { onInvited: (email: string, invitation: Invitation) => void }) {
  const { service } = usePage();
  const form = useForm({
    fields: ['email', 'name'],
    check: (read) => invitedEmailProblem(read('email')),
    send: async (read) => {
      const { person, invitation } = await service.people.invite.mutate({
        email: read('email').trim(),
        name: read('name'),
      });
      onInvited(person.email, invitation);
    },
    refused: ({ code }) => (code === 'email_taken' ? { email: 'This person already has an account.' } : {}),
  });
  return (
    <section className="card box" aria-labelledby="invite">
      <h2 id="invite">Invite a person</h2>
      <Form form={form} send="Invite" look="pair">
        <Field label="Email" {...form.field('email')} type="email" autoComplete="off" />
        <Field label="Name" {...form.field('name')} autoComplete="off" maxLength={100} hint="Optional." />
      </Form>
    </section>
  );
}
