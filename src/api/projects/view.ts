import type { z } from 'zod';
import { keyRules } from '../../../engine/model/keys.ts';
import { progressOf } from '../../domain/runs/run.ts';
import type { ProjectView } from '../../services/projects.ts';
import type { projectView } from './schemas.ts';

/** The maximum number of files in a response that were not taken from a watched folder. */
const shownWaiting = 20;

/** Converts a project to the form in which GET returns it. */
export function viewOf({
  project,
  run,
  findings,
  runs,
  watchState,
}: ProjectView): z.input<typeof projectView> {
  return {
    ...project,
    progress: run && progressOf(run),
    result:
      run?.result && findings
        ? {
            runId: run._id,
            rules: keyRules(run.politics.rules),
            ...run.result,
            findings: findings.items,
            findingsTotal: findings.total,
            nextCursor: findings.nextCursor,
            findingsUrl: `/v1/projects/${project._id}/findings?runId=${run._id}`,
          }
        : null,
    runs,
    watchState: watchState && {
      ...watchState,
      waiting: watchState.waiting.slice(0, shownWaiting),
      waitingTotal: watchState.waiting.length,
    },
  };
}
