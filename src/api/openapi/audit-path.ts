import { strict, workspaceInLink } from '../fields.ts';
import type { Endpoint } from './operation.ts';

/** The endpoint of the export of the audit log. It is not a procedure, because its response is a file. */
export const auditExportEndpoint = {
  operationId: 'audit-export',
  method: 'GET',
  path: '/audit/export',
  summary: 'Export the audit log',
  description:
    'JSON lines: every entry, oldest first, and a last line that is signed with the key of this installation. `proviso audit verify` checks the file offline.',
  tags: ['audit'],
  meta: { needs: 'administer', errors: ['workspace_not_found'] },
  inQuery: strict({ workspace: workspaceInLink() }),
  isFile: true,
  answer: { 'text/plain': { schema: { type: 'string' } } },
} satisfies Endpoint;
