import { z } from 'zod';
import { auditEntrySchema } from '../../domain/audit.ts';
import { auditCursorPattern } from '../../services/audit/audit.ts';
import { goingOn, strict, upToCount, workspaceInLink } from '../fields.ts';

/** The maximum number of entries in one response. */
const mostEntries = 100;

export const auditListInput = () =>
  strict({ pageSize: upToCount(mostEntries), ...goingOn({ pattern: auditCursorPattern }) });

export const auditExportQuery = () => strict({ workspace: workspaceInLink() });

export const auditEntry = auditEntrySchema.meta({ id: 'AuditEntry' });

export const auditVerification = z
  .object({
    entries: z.int().meta({ description: 'The number of entries that were checked.' }),
    first: z.int().meta({ description: 'The number of the first entry; 0 if the log is empty.' }),
    head: z
      .object({ sequence: z.int(), hash: z.string().nullable() })
      .meta({ id: 'AuditHead', description: 'The number and the hash of the newest entry.' }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'The first thing that is wrong; null if nothing is.' }),
  })
  .meta({ id: 'AuditVerification' });
