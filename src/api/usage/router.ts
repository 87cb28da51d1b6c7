import { router } from '../trpc.ts';
import { getUsage } from './get.ts';

export const usageRouter = router({ get: getUsage });
