import type { Calls, ProjectView, UploadedFile } from './api.ts';
import { callsTo } from './calls.ts';
import type { Connection } from './connection.ts';
import { ProvisoConnectionError } from './errors.ts';
import { followProject } from './events.ts';
import { notFromProviso, refusalOf } from './response.ts';
import type { Client, ClientOptions, FileContent, WaitOptions } from './surface.ts';

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

async function uploadFile(
  { base, headers, fetch }: Connection,
  content: FileContent,
  name: string,
): Promise<UploadedFile> {
  const response = await fetch(`${base}/v1/files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': typeOf(content) },
    body: content,
    ...(content instanceof ReadableStream && { duplex: 'half' }),
  }).catch((cause: unknown) => {
    throw new ProvisoConnectionError('the service could not be reached', { cause });
  });
  if (!response.ok) throw await refusalOf(response);
  const body: unknown = await response.json().catch(() => null);
  if (isUploaded(body)) return body.data;
  throw notFromProviso(response);
}

function isUploaded(value: unknown): value is { data: UploadedFile } {
  if (typeof value !== 'object' || value === null || !('data' in value)) return false;
  const { data } = value;
  return typeof data === 'object' && data !== null && 'url' in data && typeof data.url === 'string';
}

function typeOf(content: FileContent): string {
  return (content instanceof Blob && content.type) || 'application/octet-stream';
}

/** Waits until the run of a project has ended, and returns the project with its result. */
async function waitForEnd(
  connection: Connection,
  { projects }: Calls,
  id: string,
  { onEvent, ...options }: WaitOptions = {},
): Promise<ProjectView> {
  for await (const event of followProject(connection, id, options)) onEvent?.(event);
  options.signal?.throwIfAborted();
  const { data } = await projects.get.query({ id }, options.signal && { signal: options.signal });
  return data;
}
