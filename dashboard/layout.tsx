import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { Button } from './parts/controls/button.tsx';
import { Menu } from './parts/controls/menu.tsx';
import { useAction } from './parts/controls/use-action.ts';
import { Problem } from './parts/notice.tsx';
import { enterWorkspace } from './parts/page/chosen-workspace.ts';
import { useFocusOnHeading } from './parts/page/focus-heading.ts';
import { Frame } from './parts/page/frame.tsx';
import { usePage, useUser, useWorkspaces } from './parts/page/page-context.ts';

const places = [
  { to: '/', words: 'Home' },
  { to: '/rule-sets', words: 'Rule sets' },
  { to: '/projects', words: 'Projects' },
  { to: '/account', words: 'Account' },
] as const;

/** The frame around every page of a person who is signed in. */
export function Layout() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const { tell } = usePage();
  useFocusOnHeading(path);
  useEffect(() => {
    // What was told belongs to the page on which it was told.
    if (path !== '') tell('');
  }, [path, tell]);
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
      <span className="who" title={user.email}>
        {user.email}
      </span>
      <Button kind="quiet" busy={busy} onClick={() => void run()}>
        Sign out
      </Button>
      <Problem>{failure?.text}</Problem>
    </>
  );
}

/** The name of the workspace that the page shows, and a list that leads to the others and to the members. */
function WorkspaceMenu() {
  const { current, all } = useWorkspaces();
  return (
    <Menu title={current.name} look="quiet">
      {(close) => (
        <>
          {all
            .filter(({ _id }) => _id !== current._id)
            .map(({ _id, name, role, isOwn }) => (
              <button
                key={_id}
                type="button"
                className="menu-link"
                onClick={() => enterWorkspace(isOwn ? null : _id)}
              >
                <b>{name}</b> <span className="soft">{isOwn ? 'your own' : role}</span>
              </button>
            ))}
          <Link to="/members" className="menu-link" onClick={close}>
            <b>Members</b> <span className="soft">of {current.name}, and new workspaces</span>
          </Link>
        </>
      )}
    </Menu>
  );
}
