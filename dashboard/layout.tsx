import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useLayoutEffect, useRef } from 'react';
import { Button } from './parts/controls/button.tsx';
import { useAction } from './parts/controls/use-action.ts';
import { Problem } from './parts/notice.tsx';
import { focusHeading } from './parts/page/focus-heading.ts';
import { Frame } from './parts/page/frame.tsx';
import { usePage } from './parts/page/page-context.ts';
import { useUser } from './parts/page/user-context.ts';
import { WorkspaceMenu } from './workspaces/workspace-menu.tsx';

const places = [
  { to: '/', words: 'Home' },
  { to: '/rule-sets', words: 'Rule sets' },
  { to: '/projects', words: 'Projects' },
  { to: '/account', words: 'Account' },
] as const;

/** The frame around every page of a person who is signed in. */
export function Layout() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useFocusOnNewPage(path);
  return (
    <Frame navigation={<Navigation />} account={<SignedInAs />}>
      <Suspense fallback={<p className="waiting">One moment…</p>}>
        <Outlet />
      </Suspense>
    </Frame>
  );
}

function Navigation() {
  const { isAdministrator } = useUser();
  const shown = isAdministrator ? [...places, { to: '/people', words: 'People' } as const] : places;
  return (
    <nav aria-label="Main" className="places line">
      {shown.map(({ to, words }) => (
        <Link key={to} to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
          {words}
        </Link>
      ))}
    </nav>
  );
}

function SignedInAs() {
  const { service, signedOut } = usePage();
  const user = useUser();
  const { run, busy, failure } = useAction(async () => {
    await service.account.signOut.mutate();
    signedOut();
  });
  return (
    <>
      <WorkspaceMenu />
      <span className="who">{user.email}</span>
      <Button kind="quiet" busy={busy} onClick={() => void run()}>
        Sign out
      </Button>
      <Problem>{failure?.text}</Problem>
    </>
  );
}

/**
 * Moves the focus to the heading of a new page, for people who use a keyboard or a screen reader. A layout effect, because the
 * browser waits for it before it takes the next key.
 */
function useFocusOnNewPage(path: string) {
  const seen = useRef(path);
  useLayoutEffect(() => {
    if (seen.current === path) return;
    seen.current = path;
    return focusHeading();
  }, [path]);
}
