import { Link } from '@tanstack/react-router';
import { useMay, useTitle, useUser } from '../parts/page/page-context.ts';
import { Tokens } from '../tokens/tokens.tsx';
import { ChangePassword } from './change-password.tsx';
import { Profile } from './profile.tsx';
import { SessionList } from './session-list.tsx';

/** API tokens, sessions, the name and the password of the person who is signed in. */
export function AccountPage() {
  const user = useUser();
  const mayAdminister = useMay('administer');
  useTitle('Account');
  return (
    <div className="home">
      <div className="intro">
        <h1 id="home" tabIndex={-1}>
          Account
        </h1>
      </div>
      <div className="main-part stack">
        <div className="intro">
          <h2>API tokens</h2>
          <p className="lead">
            Programs call Proviso with a token in the header <code>api-token</code>. Each token acts on your
            behalf.
          </p>
        </div>
        <Tokens />
        <SessionList />
      </div>
      <aside aria-label="About you and your tokens">
        <Profile />
        <ChangePassword user={user} />
        {mayAdminister ? (
          <section className="aside-part stack" aria-labelledby="log">
            <h2 id="log">Audit log</h2>
            <p>
              <Link to="/audit">Every change and every sign-in</Link>, with its time and origin.
            </p>
          </section>
        ) : null}
        <section className="aside-part stack" aria-labelledby="next">
          <h2 id="next">What to do with a token</h2>
          <ol className="steps stack">
            <li>Store it with the secrets of your program, never in its code.</li>
            <li>Send your rules as a rule set.</li>
            <li>Create a project with a rule set and the documents to check, and start a check.</li>
            <li>Read the findings, each with its page and quote.</li>
          </ol>
          <p>
            <a href="/docs">Every call, with its fields and errors</a>
          </p>
        </section>
      </aside>
    </div>
  );
}
