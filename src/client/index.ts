import { callsTo } from './calls.ts';
import { followProject } from './events.ts';
import type { Client, ClientOptions } from './surface.ts';
import { uploadFile } from './upload.ts';
import { waitForEnd } from './wait.ts';

export type * from './api.ts';
export { ProvisoConnectionError, ProvisoRequestError, problemOf } from './errors.ts';
export type * from './surface.ts';

/**
 * A client for the service, with the types of all inputs and outputs. To change a record only if it has not changed
 * since you read it, pass a new `context` to the call that reads it. The call sets `context.etag`; send that as
 * `ifMatch` with the change.
 *
 * @example const proviso = createClient({ url: 'http://localhost:3000', token }); const { data } = await
 * proviso.politics.create.mutate({ name, description, rules });
 *
 * @example const context: { etag?: string } = {}; const { data } = await proviso.politics.get.query({ id }, { context
 * }); await proviso.politics.update.mutate({ id, name }, { context: { ifMatch: context.etag } });
 */
export function createClient({
  url = '',
  token,
  workspace,
  fetch = globalThis.fetch.bind(globalThis),
}: ClientOptions): Client {
  const headers: Record<string, string> = {
    ...(token !== undefined && { 'api-token': token }),
    ...(workspace !== undefined && { workspace }),
  };
  const connection = { base: url.replace(/(?<!\/)\/+$/, ''), headers, fetch };
  const calls = callsTo(connection);
  return {
    politics: calls.politics,
    projects: calls.projects,
    findings: calls.findings,
    runs: calls.runs,
    notifications: calls.notifications,
    verify: calls.verify,
    events: {
      follow: (projectId, options) => followProject(connection, projectId, options),
      waitForEnd: (projectId, options) => waitForEnd(connection, calls, projectId, options),
      ticket: calls.events.ticket,
    },
    files: { upload: (content, name) => uploadFile(connection, content, name) },
    tokens: calls.tokens,
    account: calls.account,
    people: calls.people,
    audit: calls.audit,
    usage: calls.usage,
    workspaces: calls.workspaces,
  };
}
