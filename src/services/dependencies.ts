import type { Ports } from '../../engine/index.ts';
import type { Clock } from '../../engine/ports.ts';
import type { AssetStore } from '../assets/port.ts';
import type { EventTickets } from '../auth/port.ts';
import type { SigningKey } from '../bundle/signing-key.ts';
import type { LimitSettings } from '../config/limit-settings.ts';
import type { Caps } from '../domain/budget.ts';
import type { FieldProblem } from '../domain/errors.ts';
import type { JsonObject } from '../domain/politics.ts';
import type { Queue } from '../queue/port.ts';
import type { WatchedFolders } from '../sources/folders/port.ts';
import type { FindTexts } from '../sources/port.ts';
import type { Store } from '../store/port.ts';
import type { LeaseOwner } from './leases/leases.ts';

/** The log of the service. The logger of pino implements this interface. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Decides whether a link that a user gave may be read, and whether it refers to an uploaded file. */
export type Links = {
  /** Checks only the text of the link, and sends no request. */
  check(url: string): { ok: true } | { ok: false; message: string };
  /** Returns the id of the uploaded file that the URL refers to; null for any other URL. */
  assetIdIn(url: string): string | null;
};

/** The available prompts. */
export type Prompts = {
  /** Returns the problem with prompt versions such as `rule-check@2`; null if all of them exist. */
  problem(versions: string): Promise<string | null>;
};

/** Validates the JSON shapes in which users want results. */
export type OutputFormats = {
  /** Returns the problems that make an outputFormat unusable; empty if there are none. */
  problems(format: JsonObject): Promise<FieldProblem[]>;
};

/** The limits of the service, by the names of their settings. */
export type ServiceLimits = LimitSettings & {
  /** What each user may spend on models in a month, unless the administrator has set other caps. */
  monthly: Caps;
};

/** The settings for notifications. */
export type Notices = {
  /**
   * The maximum number of notifications to a user's recipients within 24 hours. Further notifications are stored as
   * undeliverable.
   */
  perDay: number;
  /**
   * Returns the key that signs the user's webhooks to this URL after `rotation` rotations, in the form in which receivers
   * configure it.
   */
  keyFor(workspaceId: string, url: string, rotation: number): string;
  /** Sends a signed test message to the URL. `status` is null if the receiver did not answer. */
  test(
    workspaceId: string,
    url: string,
  ): Promise<{ delivered: boolean; status: number | null; detail: string }>;
};

/**
 * The models and programs that a run can use. The checker is always present; each of the others is present if a setting
 * configures it.
 */
export type RunModels = Pick<
  Ports,
  'checker' | 'transcriber' | 'vision' | 'embedder' | 'layout' | 'recognition'
>;

export type Dependencies = {
  store: Store;
  assets: AssetStore;
  findTexts: FindTexts;
  links: Links;
  folders: WatchedFolders;
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
  /** The version of Proviso. */
  version: string;
  /** The key of this installation, which signs bundles. */
  signingKey: SigningKey;
  /** The folder for files that exist only during a request. */
  scratchFolder: string;
};
