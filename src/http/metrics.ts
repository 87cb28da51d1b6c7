import { Counter, collectDefaultMetrics, Histogram, Gauge as PrometheusGauge, Registry } from 'prom-client';

/** A metric whose value is read whenever the metrics are requested. */
export type Gauge = { name: string; help: string; read(): number | Promise<number> };

/** The metrics of one process in the text format of Prometheus. */
export class ProcessMetrics {
  protected readonly registry = new Registry();

  constructor(gauges: readonly Gauge[]) {
    // Memory, processor time, the delay of the event loop, garbage collection and open handles of this process.
    collectDefaultMetrics({ register: this.registry });
    for (const { name, help, read } of gauges) {
      const registers = [this.registry];
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

  text(): Promise<string> {
    return this.registry.metrics();
  }
}

/**
 * The metrics of a server. The label `route` is the documented path, not the requested one, so that the label has a
 * limited number of values.
 */
export class Metrics extends ProcessMetrics {
  readonly #requests = new Counter({
    name: 'proviso_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['route', 'status'],
    registers: [this.registry],
  });
  readonly #durations = new Histogram({
    name: 'proviso_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['route'],
    registers: [this.registry],
  });

  /** Counts an answered request. */
  answered(route: string, status: number, seconds: number): void {
    this.#requests.inc({ route, status });
    this.#durations.observe({ route }, seconds);
  }
}

/** The metrics of a worker. */
export class WorkerMetrics extends ProcessMetrics {
  readonly #attempts = new Histogram({
    name: 'proviso_run_attempt_duration_seconds',
    help: 'Time that this worker worked on a run, by the state of the run afterwards.',
    labelNames: ['state'],
    buckets: [0.1, 1, 5, 10, 30, 60, 300, 900, 3600],
    registers: [this.registry],
  });

  /** Counts an attempt at a run. `state` is `lost` if another worker has claimed the run meanwhile. */
  attempted(state: string, seconds: number): void {
    this.#attempts.observe({ state }, seconds);
  }
}
