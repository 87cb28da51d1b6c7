import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
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

const ruleSetsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rule-sets',
  validateSearch: (search: Record<string, unknown>): { search?: string } =>
    typeof search.search === 'string' ? { search: search.search } : {},
  component: lazyRouteComponent(() => import('./rule-sets/rule-sets-page.tsx'), 'RuleSetsPage'),
});

const newRuleSetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rule-sets/new',
  component: lazyRouteComponent(() => import('./rule-sets/editor-page.tsx'), 'NewRuleSetPage'),
});

const ruleSetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rule-sets/$ruleSetId',
  component: lazyRouteComponent(() => import('./rule-sets/editor-page.tsx'), 'RuleSetPage'),
});

const projectsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects',
  validateSearch: (search: Record<string, unknown>): { search?: string } =>
    typeof search.search === 'string' ? { search: search.search } : {},
  component: lazyRouteComponent(() => import('./projects/projects-page.tsx'), 'ProjectsPage'),
});

const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$projectId',
  component: lazyRouteComponent(() => import('./projects/project-page.tsx'), 'ProjectPage'),
});

const editProjectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$projectId/edit',
  validateSearch: ({ version }: Record<string, unknown>): { version?: true } =>
    version === true ? { version } : {},
  component: lazyRouteComponent(() => import('./projects/edit-project-page.tsx'), 'EditProjectPage'),
});

const runRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$projectId/runs/$runId',
  validateSearch: runSearch,
  component: lazyRouteComponent(() => import('./run/run-page.tsx'), 'RunPage'),
});

const changesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$projectId/runs/$runId/changes',
  validateSearch: (search: Record<string, unknown>): { against?: string } =>
    typeof search.against === 'string' ? { against: search.against } : {},
  component: lazyRouteComponent(() => import('./run/changes-page.tsx'), 'ChangesPage'),
});

const gridRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$projectId/runs/$runId/grid',
  validateSearch: gridSearch,
  component: lazyRouteComponent(() => import('./run/grid/grid-page.tsx'), 'GridPage'),
});

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
});

const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people',
  component: lazyRouteComponent(() => import('./people/people-page.tsx'), 'PeoplePage'),
});

const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  component: lazyRouteComponent(() => import('./audit/audit-page.tsx'), 'AuditPage'),
});

const membersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/members',
  component: lazyRouteComponent(() => import('./workspaces/members-page.tsx'), 'MembersPage'),
});

const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join',
  component: lazyRouteComponent(() => import('./workspaces/join-page.tsx'), 'JoinPage'),
});

const routeTree = rootRoute.addChildren([
  homeRoute,
  ruleSetsRoute,
  newRuleSetRoute,
  ruleSetRoute,
  projectsRoute,
  projectRoute,
  editProjectRoute,
  runRoute,
  changesRoute,
  gridRoute,
  accountRoute,
  peopleRoute,
  auditRoute,
  membersRoute,
  joinRoute,
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
