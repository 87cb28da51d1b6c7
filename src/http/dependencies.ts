import type { Logger } from 'pino';
import type { ApiServices } from '../api/context.ts';
import type { AssetStore } from '../assets/port.ts';
import type { Config } from '../config.ts';
import type { RequestCounter } from '../limits/port.ts';
import type { Telemetry } from '../telemetry/port.ts';
import type { Metrics } from './metrics.ts';
import type { ReadinessChecks } from './routes/health.ts';

/** Everything that the server uses. The composition root (`src/compose`) creates it. */
export type HttpDependencies = ApiServices & {
  assets: AssetStore;
  settings: Config;
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
