import { router } from '../trpc.ts';
import { createToken } from './create.ts';
import { listTokens } from './list.ts';
import { revokeToken } from './revoke.ts';

/** For the dashboard only: these procedures are not served under /v1. */
export const tokensRouter = router({ create: createToken, list: listTokens, revoke: revokeToken });
