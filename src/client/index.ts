import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { ProjectEvent } from '../api/events/schemas.ts';
import type { UploadedFile } from '../api/files/schemas.ts';
import type { Problem } from '../api/problem.ts';
import type { AppRouter } from '../api/router.ts';
import { type FollowOptions, followProject } from './events.ts';
import { type FileContent, isProblem, ProvisoRequestError, uploadFile } from './upload.ts';
import { expectedVersion, recordVersion } from './version.ts';

export type { FileContent, FollowOptions, Problem, ProjectEvent, UploadedFile };
export { ProvisoRequestError };

/** The input and output of each call, by resource and verb: `Outputs['projects']['get']`. */
export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;

export type Politics = Outputs['politics']['get']['data'];
export type Project = Outputs['projects']['get']['data'];
export type Run = Outputs['runs']['get']['data'];
export type Finding = Outputs['findings']['list']['data'][number];
export type Token = Outputs['tokens']['list'][number];

export type ClientOptions = {
  /**
   * The URL of the service, such as `http://localhost:3000`; leave it out in a browser to use the page's own origin.
   */
  url?: string;
  /** An API token; without one, the browser's session is used. */
  token?: string;
  fetch?: typeof globalThis.fetch;
};

export type Client = ReturnType<typeof createClient>;

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
export function createClient({ url = '', token, fetch = globalThis.fetch.bind(globalThis) }: ClientOptions) {
  const base = url.replace(/(?<!\/)\/+$/, '');
  const headers: Record<string, string> = token === undefined ? {} : { 'api-token': token };
  const calls = createTRPCClient<AppRouter>({
    links: [
      recordVersion,
      httpLink({
        url: `${base}/trpc`,
        headers: ({ op }) => ({ ...headers, ...expectedVersion(op.context) }),
        fetch: (address, { signal = null, ...init } = {}) => fetch(address, { ...init, signal }),
      }),
    ],
  });
  return {
    politics: calls.politics,
    projects: calls.projects,
    findings: calls.findings,
    runs: calls.runs,
    notifications: calls.notifications,
    events: {
      /** Follows a project until its run has ended: `for await (const { progress } of …)`. */
      follow: (projectId: string, options?: FollowOptions) =>
        followProject({ base, headers, fetch }, projectId, options),
      ticket: calls.events.ticket,
    },
    /** Requires a session in a browser: an API token is not accepted. */
    tokens: calls.tokens,
    account: calls.account,
    /** For the administrator, with a session in a browser. */
    people: calls.people,
    files: {
      /** Uploads a file; projects and rule sets refer to it by its `url`. Throws `ProvisoRequestError`. */
      upload: (content: FileContent, name: string): Promise<UploadedFile> =>
        uploadFile({ base, headers, fetch }, content, name),
    },
  };
}

/** Why a call failed, as the service reported it; null if the request never reached the service. */
export function problemOf(error: unknown): Problem | null {
  if (error instanceof ProvisoRequestError) return error.problem;
  if (!(error instanceof TRPCClientError)) return null;
  const data: unknown = error.data;
  const ofProcedure = typeof data === 'object' && data !== null && 'problem' in data ? data.problem : null;
  // If a request is rejected before it reaches a procedure, the body of the answer is the problem itself.
  return [ofProcedure, error.meta?.responseJSON].find(isProblem) ?? null;
}
