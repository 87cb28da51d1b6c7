import { accountRouter } from './account/router.ts';
import { auditRouter } from './audit/router.ts';
import { eventsRouter } from './events/router.ts';
import { findingsRouter } from './findings/router.ts';
import { notificationsRouter } from './notifications/router.ts';
import { peopleRouter } from './people/router.ts';
import { politicsRouter } from './politics/router.ts';
import { projectsRouter } from './projects/router.ts';
import { runsRouter } from './runs/router.ts';
import { tokensRouter } from './tokens/router.ts';
import { router } from './trpc.ts';
import { usageRouter } from './usage/router.ts';
import { verifyRouter } from './verify/router.ts';
import { workspacesRouter } from './workspaces/router.ts';

/** Every procedure. All procedures are served under /trpc; procedures with a path are also served under /v1. */
export const appRouter = router({
  politics: politicsRouter,
  projects: projectsRouter,
  findings: findingsRouter,
  events: eventsRouter,
  runs: runsRouter,
  notifications: notificationsRouter,
  tokens: tokensRouter,
  account: accountRouter,
  people: peopleRouter,
  verify: verifyRouter,
  audit: auditRouter,
  usage: usageRouter,
  workspaces: workspacesRouter,
});

export type AppRouter = typeof appRouter;
