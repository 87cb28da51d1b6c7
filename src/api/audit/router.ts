import { router } from '../trpc.ts';
import { listAudit } from './list.ts';
import { verifyAudit } from './verify.ts';

export const auditRouter = router({ list: listAudit, verify: verifyAudit });
