import { router } from '../trpc.ts';
import { verifyCitations } from './citations.ts';

export const verifyRouter = router({ citations: verifyCitations });
