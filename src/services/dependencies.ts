import type { Clock } from '../../engine/ports.ts';
import type { AssetStore } from '../assets/port.ts';
import type { EventTickets } from '../auth/port.ts';
import type { FieldProblem } from '../domain/errors.ts';
import type { JsonObject } from '../domain/politics.ts';
import type { Queue } from '../queue/port.ts';
import type { Store } from '../store/port.ts';
import type { LeaseHolder } from './leases.ts';

/** What the service says about itself while it works; pino's logger is one. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The links that users give: whether one may be read at all, and whether it is one of our own assets. */
export type Links = {
  /** Looks at the letters alone; nothing is contacted. */
  check(url: string): { ok: true } | { ok: false; message: string };
  /** The asset's id when the URL is one of our asset store. */
  assetIdIn(url: string): string | null;
};

/** The prompts there are. */
export type Prompts = {
  /** What is wrong with versions such as `rule-check@2`; null when all of them are there. */
  problem(versions: string): Promise<string | null>;
};

/** The JSON shapes that users want results in. */
export type OutputFormats = {
  /** Finds what keeps an outputFormat from being used; empty when nothing does. Takes a second at most. */
  problems(format: JsonObject): Promise<FieldProblem[]>;
};

/** Counts, but for `textBytes`, `uploadBytes`, and of findings `answerBytes` in one answer and `reportBytes` in one report. */
export type ServiceLimits = {
  answerBytes: number;
  reportBytes: number;
  /** What one user may have at a time. */
  quotas: Quotas;
  /** Event streams that this process keeps open, of all users. */
  streams: number;
  rules: number;
  knowledgeFiles: number;
  recipients: number;
  files: number;
  textBytes: number;
  uploadBytes: number;
};

/** How much of each a user may have. `storedBytes` are those of all files, `runs` those that have not ended. */
export type Quotas = {
  politics: number;
  projects: number;
  runs: number;
  tokens: number;
  streams: number;
  storedBytes: number;
};

/** What is decided about messages to people and programs. */
export type Notices = {
  /** Messages made for a user within 24 hours; what goes beyond is kept as undeliverable. */
  perDay: number;
  /** The key that signs webhooks to this URL of the user, as a receiver is given it. */
  keyFor(userId: string, url: string): string;
};

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
  /** By what this process takes leases. */
  holder: LeaseHolder;
  clock: Clock;
  log: Log;
};
