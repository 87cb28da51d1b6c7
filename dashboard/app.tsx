import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { ForgotPassword } from './account/forgot-password.tsx';
import { leaveLink, SetPassword, secretInAddress } from './account/set-password.tsx';
import { SignIn } from './account/sign-in.tsx';
import { SignUpForm } from './account/sign-up.tsx';
import { returnToPage, takeRefusal } from './account/single-sign-on.tsx';
import { Button } from './parts/controls/button.tsx';
import { Notice, Problem } from './parts/notice.tsx';
import { chosenWorkspace, enterWorkspace } from './parts/page/chosen-workspace.ts';
import { useFocusOnHeading } from './parts/page/focus-heading.ts';
import { Frame } from './parts/page/frame.tsx';
import { pageContext, userContext, type Workspaces, workspaceContext } from './parts/page/page-context.ts';
import { createPages } from './router.tsx';
import { failureOf } from './service/failure.ts';
import type { Offer, Service, User, Visitor } from './service/service.ts';

/** A sentence above the sign-in form. */
type Word = { text: string; kind: 'plain' | 'good' | 'care' };

type View =
  | { name: 'waiting' }
  | { name: 'unreachable'; why: string }
  | { name: 'sign-in'; visitor: Visitor; word: Word | undefined }
  | { name: 'sign-up'; visitor: Visitor; offer?: Offer }
  | { name: 'forgot-password'; visitor: Visitor }
  | { name: 'set-password'; visitor: Visitor; secret: string }
  | { name: 'home'; user: User; workspaces: Workspaces };

/**
 * The root component. It shows the pages of the person who is signed in, or else a form to sign in or to create an
 * account.
 */
export function App({ service }: { service: Service }) {
  const [view, setView] = useState<View>({ name: 'waiting' });
  const [announced, setAnnounced] = useState('');
  const [told, setTold] = useState('');

  const enter = useCallback(
    async (word?: Word) => {
      try {
        const visitor = await service.account.me.query();
        const { user, signUp } = visitor;
        const secret = secretInAddress('/set-password');
        const invitation = secretInAddress('/join');
        const refusal = takeRefusal();
        if (user !== null) returnToPage();
        if (secret !== null) setView({ name: 'set-password', visitor, secret });
        else if (user !== null) setView({ name: 'home', user, workspaces: await workspacesOf(service) });
        else if (signUp.open && signUp.first) setView({ name: 'sign-up', visitor });
        else if (invitation !== null) setView(await invitedView(service, visitor, invitation));
        else
          setView({
            name: 'sign-in',
            visitor,
            word: refusal === null ? word : { text: refusal, kind: 'care' },
          });
      } catch (error) {
        const { code, text } = failureOf(error);
        if (code === 'workspace_not_found') enterWorkspace(null);
        else setView({ name: 'unreachable', why: text });
      }
    },
    [service],
  );

  useEffect(() => void enter(), [enter]);

  const sessionEnded = useCallback(
    () => void enter({ text: 'Your session has ended. Sign in again to continue.', kind: 'plain' }),
    [enter],
  );
  const page = useMemo(
    () => ({
      ...{ service, announce: setAnnounced, sessionEnded, userChanged: () => void enter() },
      tell(text: string) {
        setTold(text);
        if (text !== '') setAnnounced(text);
      },
      signedOut(why?: string) {
        if (why !== undefined) setAnnounced(why);
        void enter(why === undefined ? why : { text: why, kind: 'good' });
      },
    }),
    [service, sessionEnded, enter],
  );

  return (
    <pageContext.Provider value={page}>
      <Shown
        view={view}
        onView={setView}
        onEnter={(word) => void enter(word)}
        onSessionEnded={sessionEnded}
      />
      {told === '' ? null : (
        <div className="told line">
          <Notice kind="good">{told}</Notice>
          <Button onClick={() => setTold('')}>Close</Button>
        </div>
      )}
      <p role="status" className="screen-reader-only">
        {announced}
      </p>
    </pageContext.Provider>
  );
}

type ShownProps = {
  view: View;
  onView: (view: View) => void;
  onEnter: (word?: Word) => void;
  onSessionEnded: () => void;
};

function Shown({ view, onView, onEnter, onSessionEnded }: ShownProps) {
  useFocusOnHeading(view.name, 'waiting');
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
          <section className="card box door stack" aria-labelledby="unreachable">
            <h1 id="unreachable" tabIndex={-1}>
              No answer
            </h1>
            <Problem>{view.why}</Problem>
            <Button kind="main" onClick={() => onEnter()}>
              Try again
            </Button>
          </section>
        </Frame>
      );
    case 'sign-in':
      return (
        <Door>
          {view.word ? <Notice kind={view.word.kind}>{view.word.text}</Notice> : null}
          <SignIn
            signUp={view.visitor.signUp}
            singleSignOn={view.visitor.singleSignOn}
            onSignedIn={() => onEnter()}
            onWantsAccount={() => onView({ name: 'sign-up', visitor: view.visitor })}
            onForgot={() => onView({ name: 'forgot-password', visitor: view.visitor })}
          />
        </Door>
      );
    case 'sign-up':
      return (
        <Door>
          <SignUpForm
            signUp={view.visitor.signUp}
            offer={view.offer}
            onSignedUp={() => onEnter()}
            onHasAccount={() => onView({ name: 'sign-in', visitor: view.visitor, word: undefined })}
          />
        </Door>
      );
    case 'forgot-password':
      return (
        <Door>
          <ForgotPassword
            byMail={view.visitor.resetByMail}
            onBack={() => onView({ name: 'sign-in', visitor: view.visitor, word: undefined })}
          />
        </Door>
      );
    case 'set-password':
      return (
        <Door>
          <SetPassword
            secret={view.secret}
            onSet={() => {
              leaveLink();
              onEnter({ text: 'Your password is set. Sign in with it.', kind: 'good' });
            }}
            onForgot={() => {
              leaveLink();
              onView({ name: 'forgot-password', visitor: view.visitor });
            }}
          />
        </Door>
      );
    case 'home':
      return (
        <SignedIn
          key={view.user.email}
          user={view.user}
          workspaces={view.workspaces}
          onSessionEnded={onSessionEnded}
        />
      );
  }
}

/** What a visitor with the link of an invitation sees: the form for the account, or why to sign in. */
async function invitedView(service: Service, visitor: Visitor, secret: string): Promise<View> {
  try {
    const offer = await service.workspaces.offer.query({ secret });
    if (visitor.signUp.invited) return { name: 'sign-up', visitor, offer: { ...offer, secret } };
    const text = `${offer.invitedBy} invites you to the workspace “${offer.workspace}”. Sign in to join it.`;
    return { name: 'sign-in', visitor, word: { text, kind: 'plain' } };
  } catch (error) {
    return { name: 'sign-in', visitor, word: { text: failureOf(error).text, kind: 'care' } };
  }
}

/** The workspaces of the person who is signed in, and the one that this tab acts in. */
async function workspacesOf(service: Service): Promise<Workspaces> {
  const { data: all } = await service.workspaces.list.query({});
  const chosen = chosenWorkspace();
  const current = all.find(({ _id, isOwn }) => (chosen === undefined ? isOwn : _id === chosen));
  if (current === undefined) throw new Error('the service must list the workspace of the page');
  return { current, all };
}

type SignedInProps = { user: User; workspaces: Workspaces; onSessionEnded: () => void };

/** The pages of the person who is signed in. When another person signs in, the cached records are discarded. */
function SignedIn({ user, workspaces, onSessionEnded }: SignedInProps) {
  const [queryClient] = useState(() => createQueryClient(onSessionEnded, () => enterWorkspace(null)));
  const [pages] = useState(() => createPages());
  return (
    <userContext.Provider value={user}>
      <workspaceContext.Provider value={workspaces}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={pages} />
        </QueryClientProvider>
      </workspaceContext.Provider>
    </userContext.Provider>
  );
}

/** How long a result counts as fresh, in ms, so that moving between pages does not fetch it again. */
const freshMs = 5_000;
const mostRetries = 2;

/** Creates the cache of the records that the pages of one person have fetched. */
function createQueryClient(onSessionEnded: () => void, onWorkspaceGone: () => void): QueryClient {
  const onError = (error: unknown) => {
    const { code } = failureOf(error);
    if (code === 'unauthenticated') onSessionEnded();
    if (code === 'workspace_not_found') onWorkspaceGone();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        // An error that the server returned would be the same after a retry; a lost connection may come back.
        retry: (count, error) => failureOf(error).code === 'unreachable' && count < mostRetries,
      },
    },
  });
}

/** The frame of the views for visitors who are not signed in, with a sentence about Proviso. */
function Door({ children }: { children: ReactNode }) {
  return (
    <Frame>
      <div className="door stack">
        {children}
        <p className="soft about">
          Proviso checks documents against your own rules and shows the page and the words behind every
          answer.
        </p>
      </div>
    </Frame>
  );
}
