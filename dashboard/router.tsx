import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { HomePage } from './home/home-page.tsx';
import { Layout } from './layout.tsx';
import { NotFoundPage, PageFailed } from './parts/page/whole-page.tsx';
import { gridSearch } from './run/grid/grid-search.ts';
import { runSearch } from './run/run-search.ts';

const rootRoute = createRootRoute({ component: Layout });

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  // Earlier releases had no page for each run: links in their notifications lead to `/?project=…&run=…`.
  validateSearch: (search: Record<string, unknown>): { project?: string; run?: string; rules?: string } => ({
    ...(typeof search.project === 'string' && { project: search.project }),
    ...(typeof search.run === 'string' && { run: search.run }),
    // The rule set that is chosen for the next check.
    ...(typeof search.rules === 'string' && { rules: search.rules }),
  }),
  beforeLoad({ search: { project, run } }) {
    if (project !== undefined && run !== undefined) {
      throw redirect({
        to: '/projects/$projectId/runs/$runId',
        params: { projectId: project, runId: run },
        replace: true,
      });
    }
  },
  component: HomePage,
});

/** Loads the module of a page, which exports the page by its name. */
type Load<Name extends string> = () => Promise<Record<Name, RouteComponent>>;

/** A page that is loaded when it is opened. */
function lazily<const Name extends string>(load: Load<Name>, name: Name) {
  return lazyRouteComponent(async () => ({ default: (await load())[name] }));
}

function pageAt<const Path extends string, const Name extends string>(
  path: Path,
  load: Load<Name>,
  name: Name,
) {
  return createRoute({ getParentRoute: () => rootRoute, path, component: lazily(load, name) });
}

/** The same for a page with parameters in its address. */
function searchedPageAt<const Path extends string, Search extends object, const Name extends string>(
  path: Path,
  validateSearch: (search: Record<string, unknown>) => Search,
  load: Load<Name>,
  name: Name,
) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch,
    component: lazily(load, name),
  });
}

const searched = ({ search }: Record<string, unknown>): { search?: string } =>
  typeof search === 'string' ? { search } : {};
const compared = ({ against }: Record<string, unknown>): { against?: string } =>
  typeof against === 'string' ? { against } : {};
const editors = () => import('./rule-sets/editor-page.tsx');

const routeTree = rootRoute.addChildren([
  homeRoute,
  searchedPageAt('/rule-sets', searched, () => import('./rule-sets/rule-sets-page.tsx'), 'RuleSetsPage'),
  pageAt('/rule-sets/new', editors, 'NewRuleSetPage'),
  pageAt('/rule-sets/$ruleSetId', editors, 'RuleSetPage'),
  searchedPageAt('/projects', searched, () => import('./projects/projects-page.tsx'), 'ProjectsPage'),
  pageAt('/projects/$projectId', () => import('./projects/project-page.tsx'), 'ProjectPage'),
  searchedPageAt(
    '/projects/$projectId/edit',
    ({ version }: Record<string, unknown>): { version?: true } => (version === true ? { version } : {}),
    () => import('./projects/edit-project-page.tsx'),
    'EditProjectPage',
  ),
  searchedPageAt(
    '/projects/$projectId/runs/$runId',
    runSearch,
    () => import('./run/run-page.tsx'),
    'RunPage',
  ),
  searchedPageAt(
    '/projects/$projectId/runs/$runId/changes',
    compared,
    () => import('./run/changes-page.tsx'),
    'ChangesPage',
  ),
  searchedPageAt(
    '/projects/$projectId/runs/$runId/grid',
    gridSearch,
    () => import('./run/grid/grid-page.tsx'),
    'GridPage',
  ),
  searchedPageAt(
    '/projects/$projectId/runs/$runId/redline',
    ({ file }: Record<string, unknown>): { file?: number } => (typeof file === 'number' ? { file } : {}),
    () => import('./run/redline/redline-page.tsx'),
    'RedlinePage',
  ),
  pageAt('/account', () => import('./account/account-page.tsx'), 'AccountPage'),
  pageAt('/people', () => import('./people/people-page.tsx'), 'PeoplePage'),
  pageAt('/audit', () => import('./audit/audit-page.tsx'), 'AuditPage'),
  pageAt('/members', () => import('./workspaces/members-page.tsx'), 'MembersPage'),
  pageAt('/join', () => import('./workspaces/join-page.tsx'), 'JoinPage'),
]);

/**
 * The pages of a person who is signed in. Only the home page is loaded at the start; each other page is loaded when it
 * is opened.
 */
export function createPages(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: PageFailed,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPages>;
  }
}
