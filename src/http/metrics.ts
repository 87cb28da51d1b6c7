import { Counter, Histogram, Gauge as PrometheusGauge, Registry } from 'prom-client';

/** A metric whose value is read whenever the metrics are requested. */
export type Gauge = { name: string; help: string; read(): number | Promise<number> };

/**
 * The service's metrics in the text format of Prometheus. The label `route` is the documented path, not the requested
 * one, so that the label has a limited number of values.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: 'proviso_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['route', 'status'],
    registers: [this.#registry],
  });
  readonly #durations = new Histogram({
    name: 'proviso_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['route'],
    registers: [this.#registry],
  });

  constructor(gauges: readonly Gauge[]) {
    for (const { name, help, read } of [...gauges, ...processGauges]) {
      const registers = [this.#registry];
      new PrometheusGauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await read());
        },
      });
    }
  }

  /** Counts an answered request. */
  answered(route: string, status: number, seconds: number): void {
    this.#requests.inc({ route, status });
    this.#durations.observe({ route }, seconds);
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}

const processGauges: Gauge[] = [
  {
    name: 'process_resident_memory_bytes',
    help: 'Memory of the process.',
    read: () => process.memoryUsage.rss(),
  },
  {
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process.',
    read: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000_000;
    },
  },
  { name: 'process_uptime_seconds', help: 'Age of the process.', read: () => process.uptime() },
];
