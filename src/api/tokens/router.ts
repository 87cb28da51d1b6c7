import { router } from '../trpc.ts';
import { createToken } from './create.ts';
import { listTokens } from './list.ts';
import { revokeToken } from './revoke.ts';

/** Only for the dashboard. */
export const tokensRouter = router({ create: createToken, list: listTokens, revoke: revokeToken });
