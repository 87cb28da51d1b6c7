import { router } from '../trpc.ts';
import { diffRun } from './diff.ts';
import { getRun } from './get.ts';
import { listRuns } from './list.ts';
import { getSignOff, signOffRun, withdrawSignOff } from './sign-off.ts';

export const runsRouter = router({
  list: listRuns,
  get: getRun,
  diff: diffRun,
  getSignOff,
  signOff: signOffRun,
  withdrawSignOff,
});
