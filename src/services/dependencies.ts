import type { Ports } from '../../engine/index.ts';
import type { Clock } from '../../engine/ports.ts';
import type { AssetStore } from '../assets/port.ts';
import type { EventTickets } from '../auth/port.ts';
import type { FieldProblem } from '../domain/errors.ts';
import type { JsonObject } from '../domain/politics.ts';
import type { Queue } from '../queue/port.ts';
import type { Store } from '../store/port.ts';
import type { LeaseOwner } from './leases/leases.ts';

/** The service's log; pino's logger implements it. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Checks links that users give: whether one may be read, and whether it is one of our own assets. */
export type Links = {
  /** Checks the text only; nothing is contacted. */
  check(url: string): { ok: true } | { ok: false; message: string };
  /** The asset's id if the URL is of our asset store. */
  assetIdIn(url: string): string | null;
};

/** The available prompts. */
export type Prompts = {
  /** The problem with versions such as `rule-check@2`; null if all of them exist. */
  problem(versions: string): Promise<string | null>;
};

/** The JSON shapes that users want results in. */
export type OutputFormats = {
  /** Returns what makes an outputFormat unusable; empty if nothing does. Takes a second at most. */
  problems(format: JsonObject): Promise<FieldProblem[]>;
};

/**
 * Counts, except `textBytes`, `uploadBytes`, and for findings `answerBytes` per response and `reportBytes` per
 * report.
 */
export type ServiceLimits = {
  answerBytes: number;
  reportBytes: number;
  /** What one user may have at a time. */
  quotas: Quotas;
  /** The maximum event streams of this process, over all users. */
  streams: number;
  rules: number;
  knowledgeFiles: number;
  recipients: number;
  files: number;
  textBytes: number;
  uploadBytes: number;
};

/** A user's quotas. `storedBytes` counts all files, `runs` those that have not ended. */
export type Quotas = {
  politics: number;
  projects: number;
  runs: number;
  tokens: number;
  streams: number;
  storedBytes: number;
};

/** The settings for notifications. */
export type Notices = {
  /** Notifications created for a user within 24 hours; further ones are stored as undeliverable. */
  perDay: number;
  /** The key that signs webhooks of the user to this URL, in the form that receivers use. */
  keyFor(userId: string, url: string): string;
};

/** The models and programs that a run may use; all but the checker are absent where the settings name none. */
export type RunModels = Pick<
  Ports,
  'checker' | 'transcriber' | 'vision' | 'embedder' | 'layout' | 'recognition'
>;

export type Dependencies = {
  store: Store;
  assets: AssetStore;
  links: Links;
  prompts: Prompts;
  outputFormats: OutputFormats;
  queue: Queue;
  limits: ServiceLimits;
  notices: Notices;
  tickets: EventTickets;
  /** Creates the leases of this process. */
  holder: LeaseOwner;
  clock: Clock;
  log: Log;
};
