import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { SignIn } from './account/sign-in.tsx';
import { SignUpForm } from './account/sign-up.tsx';
import { Home } from './home.tsx';
import { Button } from './parts/button.tsx';
import { Frame } from './parts/frame.tsx';
import { Notice, Problem } from './parts/notice.tsx';
import { pageContext, usePage } from './parts/page-context.ts';
import { useAction } from './parts/use-action.ts';
import { askedRun } from './run/asked-run.ts';
import { RunPage } from './run/run-page.tsx';
import { failureOf } from './service/failure.ts';
import type { Service, SignUp, User } from './service/service.ts';

type View =
  | { name: 'waiting' }
  | { name: 'unreachable'; why: string }
  | { name: 'sign-in'; signUp: SignUp; word?: string }
  | { name: 'sign-up'; signUp: SignUp }
  | { name: 'home'; user: User };

/** The whole page: the session decides which view is shown. */
export function App({ service }: { service: Service }) {
  const [view, setView] = useState<View>({ name: 'waiting' });
  const [said, setSaid] = useState('');

  const enter = useCallback(
    async (word?: string) => {
      try {
        const { user, signUp } = await service.account.me.query();
        if (user !== null) setView({ name: 'home', user });
        else if (signUp.open && signUp.first) setView({ name: 'sign-up', signUp });
        else setView({ name: 'sign-in', signUp, ...(word && { word }) });
      } catch (error) {
        setView({ name: 'unreachable', why: failureOf(error).text });
      }
    },
    [service],
  );

  useEffect(() => void enter(), [enter]);

  const sessionEnded = useCallback(
    () => void enter('Your session has ended. Sign in again to continue.'),
    [enter],
  );
  const page = useMemo(() => ({ service, announce: setSaid, sessionEnded }), [service, sessionEnded]);

  return (
    <pageContext.Provider value={page}>
      <Shown view={view} onView={setView} onAgain={() => void enter()} />
      <p role="status" className="only-heard">
        {said}
      </p>
    </pageContext.Provider>
  );
}

function Shown({ view, onView, onAgain }: { view: View; onView: (view: View) => void; onAgain: () => void }) {
  useFocusOnNewView(view.name);
  const asked = useMemo(() => askedRun(location.search), []);
  switch (view.name) {
    case 'waiting':
      return (
        <Frame>
          <p className="waiting">One moment…</p>
        </Frame>
      );
    case 'unreachable':
      return (
        <Frame>
          <section className="card door" aria-labelledby="unreachable">
            <h1 id="unreachable" tabIndex={-1}>
              No answer
            </h1>
            <Problem>{view.why}</Problem>
            <Button kind="main" onClick={onAgain}>
              Try again
            </Button>
          </section>
        </Frame>
      );
    case 'sign-in':
      return (
        <Door>
          {view.word ? <Notice>{view.word}</Notice> : null}
          <SignIn
            signUp={view.signUp}
            onSignedIn={(user) => onView({ name: 'home', user })}
            onWantsAccount={() => onView({ name: 'sign-up', signUp: view.signUp })}
          />
        </Door>
      );
    case 'sign-up':
      return (
        <Door>
          <SignUpForm
            signUp={view.signUp}
            onSignedUp={(user) => onView({ name: 'home', user })}
            onHasAccount={() => onView({ name: 'sign-in', signUp: view.signUp })}
          />
        </Door>
      );
    case 'home':
      return (
        <Frame account={<SignedInAs user={view.user} onSignedOut={onAgain} />}>
          {asked === null ? <Home user={view.user} /> : <RunPage asked={asked} />}
        </Frame>
      );
  }
}

/** The views of visitors who are not signed in, with a sentence about Proviso. */
function Door({ children }: { children: ReactNode }) {
  return (
    <Frame>
      <div className="door">
        {children}
        <p className="soft about">
          Proviso checks documents against your own rules and shows the page and the words behind every
          answer.
        </p>
      </div>
    </Frame>
  );
}

function SignedInAs({ user, onSignedOut }: { user: User; onSignedOut: () => void }) {
  const { service } = usePage();
  const { run, busy, failure } = useAction(async () => {
    await service.account.signOut.mutate();
    onSignedOut();
  });
  return (
    <>
      <span className="who">{user.email}</span>
      <Button kind="quiet" busy={busy} onClick={() => void run()}>
        Sign out
      </Button>
      <Problem>{failure?.text}</Problem>
    </>
  );
}

/** Keyboard and screen reader users start at the heading of a new view; the first view keeps its focus. */
function useFocusOnNewView(name: View['name']) {
  const seen = useRef(name);
  useEffect(() => {
    if (seen.current === name) return;
    const first = seen.current === 'waiting';
    seen.current = name;
    if (!first) document.querySelector<HTMLElement>('main h1')?.focus();
  }, [name]);
}
