import { ProvisoError } from '../../engine/model/errors.ts';
import type { Telemetry } from './port.ts';

/** Variables that name where to send data. Each of them turns telemetry on. */
const endpoints = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
];
/** Variables that choose an exporter. Each value other than `none` turns telemetry on. */
const exporters = ['OTEL_TRACES_EXPORTER', 'OTEL_METRICS_EXPORTER'];

/**
 * Starts OpenTelemetry if its standard variables name an endpoint or an exporter; otherwise returns null and loads
 * nothing. `role` is `server` or `worker`. Throws `bad_setting` if an endpoint is not a URL.
 */
export async function openTelemetry(
  environment: Readonly<Record<string, string | undefined>>,
  { role, version }: { role: 'server' | 'worker'; version: string },
): Promise<Telemetry | null> {
  const value = (name: string) => environment[name]?.trim() ?? '';
  if (value('OTEL_SDK_DISABLED').toLowerCase() === 'true') return null;
  const isOn =
    endpoints.some((name) => value(name) !== '') ||
    exporters.some((name) => !['', 'none'].includes(value(name)));
  if (!isOn) return null;
  for (const name of endpoints)
    if (value(name) !== '' && !/^https?:\/\/./.test(value(name)))
      throw new ProvisoError(
        'bad_setting',
        `${name} is "${value(name)}", which is not allowed: set it to the http(s) URL of a collector, such as http://localhost:4318`,
      );
  const { startTelemetry } = await import('./open-telemetry.ts');
  return startTelemetry({ role, version });
}
