import type { Logger } from 'pino';
import type { ApiServices } from '../api/context.ts';
import type { AssetStore } from '../assets/port.ts';
import type { RequestCounter } from '../limits/port.ts';
import type { Telemetry } from '../telemetry/port.ts';
import type { Metrics } from './metrics.ts';
import type { ReadinessChecks } from './routes/health.ts';

/** The settings of the server. Sizes are in bytes. */
export type HttpSettings = {
  /** The token with which `/metrics` can be read on the main port; null if it cannot be read there. */
  metricsToken: string | null;
  bodyBytes: number;
  /** The maximum number of JSON values in a body. */
  bodyValues: number;
  textBytes: number;
  uploadBytes: number;
  requestsPerMinute: number;
  signInsPerHour: number;
  webhooksPerHour: number;
  trustedProxies: number;
  corsOrigins: readonly string[];
  /** The maximum length of an answer to an agent, in characters. */
  mcpCharacters: number;
  /** The maximum time that a call of an agent waits for a run, in seconds. */
  mcpWaitSeconds: number;
};

/** Everything that the server uses. The composition root (`src/compose`) creates it. */
export type HttpDependencies = ApiServices & {
  assets: AssetStore;
  settings: HttpSettings;
  counter: RequestCounter;
  log: Logger;
  /** The URL at which users reach the server. */
  publicUrl: string;
  readiness: ReadinessChecks;
  metrics: Metrics;
  /** Null if the operator has not turned OpenTelemetry on. */
  telemetry: Telemetry | null;
  isStopping: () => boolean;
  /** Called at each readiness probe. */
  onReadinessProbe: () => void;
  /** The folder that contains `openapi.json`, the built API reference and the built dashboard. */
  packageFolder: string;
};
