import type { Logger } from 'pino';
import type { AssetStore } from '../assets/port.ts';
import type { Accounts } from '../auth/port.ts';
import type { RequestCounter } from '../limits/port.ts';
import type { Services } from '../services/services.ts';
import type { Gauge } from './metrics.ts';
import type { ReadinessChecks } from './routes/health.ts';

/** What the server needs to know of its settings. Sizes in bytes. */
export type HttpSettings = {
  bodyBytes: number;
  textBytes: number;
  uploadBytes: number;
  requestsPerMinute: number;
  signInsPerHour: number;
  trustedProxies: number;
  corsOrigins: readonly string[];
};

/** Everything the server is made of; the composition root puts it together. */
export type HttpDependencies = {
  services: Services;
  accounts: Accounts;
  assets: AssetStore;
  settings: HttpSettings;
  counter: RequestCounter;
  log: Logger;
  /** How users reach the server. */
  publicUrl: string;
  readiness: ReadinessChecks;
  gauges: readonly Gauge[];
  isStopping: () => boolean;
  /** Called whenever somebody asks whether the server is ready. */
  onReadinessProbe: () => void;
  /** Where `openapi.json` and the built dashboard are. */
  packageFolder: string;
};
