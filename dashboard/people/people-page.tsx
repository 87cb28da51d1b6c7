import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { invitedEmailProblem } from '../account/account-rules.ts';
import { bytes, count } from '../parts/amounts.ts';
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
        <Problem of={error} isWaiting={people === undefined} />
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

/** The limits of each person and how long records are kept. They are settings of the operator. */
function RulesForPeople() {
  const { service } = usePage();
  const { data, error } = useQuery(queries.rulesForPeople(service));
  if (data === undefined) return <Problem of={error} />;
  const { quotas, retention } = data;
  const limits: [what: string, amount: string, setting: string][] = [
    ['Files, all together', bytes(quotas.storedBytes), 'LIMIT_STORED_BYTES'],
    ['Projects', count(quotas.projects), 'LIMIT_PROJECTS'],
    ['Rule sets', count(quotas.politics), 'LIMIT_POLITICS'],
    ['Checks that wait or run', count(quotas.runs), 'LIMIT_UNENDED_RUNS'],
    ['API tokens', count(quotas.tokens), 'LIMIT_TOKENS'],
    ['Open event streams', count(quotas.streams), 'LIMIT_STREAMS'],
  ];
  const kept: [what: string, amount: string, setting: string][] = [
    ['Checks with findings and files', `${count(retention.runsDays)} days after the end`, 'KEEP_RUNS_DAYS'],
    ['Extracted texts', `${count(retention.textsDays)} days after the last use`, 'KEEP_TEXTS_DAYS'],
  ];
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">Limits and retention</h2>
      <p className="soft">
        The operator changes them with the settings named here. The usage above counts the checks that are
        still stored.
      </p>
      <div className="facts-tables pair">
        <Facts caption="Each person can have at most" rows={limits} />
        <Facts caption="Deleted automatically" rows={kept} />
      </div>
    </section>
  );
}

function Facts({ caption, rows }: { caption: string; rows: [string, string, string][] }) {
  return (
    <table className="facts box">
      <caption>{caption}</caption>
      <tbody>
        {rows.map(([what, amount, setting]) => (
          <tr key={setting}>
            <th scope="row">
              {what} <code>{setting}</code>
            </th>
            <td>{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
