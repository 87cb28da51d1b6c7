import type { Calls, ProjectEvent, ProjectView, UploadedFile } from './api.ts';

export type FileContent = Blob | Uint8Array<ArrayBuffer> | string | ReadableStream<Uint8Array>;

export type ClientOptions = {
  /**
   * The URL of the service, such as `http://localhost:3000`; leave it out in a browser to use the page's own origin.
   */
  url?: string;
  /** An API token; without one, the browser's session is used. */
  token?: string | undefined;
  /** The workspace to act in with a session; the own one if it is left out. A token always acts in its own workspace. */
  workspace?: string | undefined;
  fetch?: typeof globalThis.fetch;
};

/** What a call sends and receives beside its input and output. */
export type CallContext = {
  /** The call sets this field to the version of the record that it returned. */
  etag?: string;
  /** A change fails with `precondition_failed` if the record no longer has this version. */
  ifMatch?: string | undefined;
  /** With `*`, a change fails with `precondition_failed` if the record exists already. */
  ifNoneMatch?: '*' | undefined;
  /** For 24 hours, a repeated change with the same key has no effect and gets the first response again. */
  idempotencyKey?: string | undefined;
};

export type CallOptions = {
  context?: CallContext;
  /** Aborting the signal rejects the call with the reason of the signal. */
  signal?: AbortSignal;
};

/** A call that changes nothing. */
export type Query<Input, Output> = {
  query(input: Input, options?: CallOptions): Promise<Output>;
};

/** A call that changes something. */
export type Mutation<Input, Output> = {
  mutate(input: Input, options?: CallOptions): Promise<Output>;
};

export type FollowOptions = {
  /** Aborting the signal ends the iterator without an error. */
  signal?: AbortSignal;
  /** Milliseconds to wait before a lost connection is reopened. */
  retryMs?: number;
};

export type WaitOptions = {
  /** Aborting the signal rejects the call with the reason of the signal: `AbortSignal.timeout(60_000)`. */
  signal?: AbortSignal;
  /** Called with the state of the project now and after each change. */
  onEvent?: (event: ProjectEvent) => void;
  /** Milliseconds to wait before a lost connection is reopened. */
  retryMs?: number;
};

/**
 * The client of a service. Every call throws `ProvisoRequestError` if the service rejects it, and
 * `ProvisoConnectionError` if the service cannot be reached.
 */
export type Client = {
  /** Rule sets. */
  politics: Calls['politics'];
  projects: Calls['projects'];
  findings: Calls['findings'];
  runs: Calls['runs'];
  notifications: Calls['notifications'];
  verify: Calls['verify'];
  events: {
    /**
     * Follows a project: yields its state now and after each change, until its run has ended. A lost connection is
     * reopened, and no event is repeated.
     */
    follow(projectId: string, options?: FollowOptions): AsyncGenerator<ProjectEvent, void, undefined>;
    /** Waits until the run of a project has ended, and returns the project with its result. */
    waitForEnd(projectId: string, options?: WaitOptions): Promise<ProjectView>;
    ticket: Calls['events']['ticket'];
  };
  files: {
    /** Uploads a file; projects and rule sets refer to it by its `url`. */
    upload(content: FileContent, name: string): Promise<UploadedFile>;
  };
  /** Requires a session in a browser: an API token is not accepted. */
  tokens: Calls['tokens'];
  account: Calls['account'];
  /** For the administrator, with a session in a browser. */
  people: Calls['people'];
  audit: Calls['audit'];
  usage: Calls['usage'];
  /** Workspaces, their members and the invitations to them. */
  workspaces: Calls['workspaces'];
};
