/** Upper bounds in seconds, the defaults of Prometheus' own client libraries. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Histogram = { buckets: number[]; count: number; sum: number };

/** A number that is read whenever the metrics are requested. */
export type Gauge = { name: string; help: string; read(): number | Promise<number> };

/**
 * The service's metrics in the text format of Prometheus. Routes have their documented names, so their number is
 * fixed.
 */
export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #durations = new Map<string, Histogram>();
  readonly #gauges: readonly Gauge[];

  constructor(gauges: readonly Gauge[]) {
    this.#gauges = gauges;
  }

  /** Counts an answered request. */
  answered(route: string, status: number, seconds: number): void {
    const request = `route="${route}",status="${status}"`;
    this.#requests.set(request, (this.#requests.get(request) ?? 0) + 1);
    const duration = this.#durations.get(route) ?? { buckets: bounds.map(() => 0), count: 0, sum: 0 };
    const bucket = bounds.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) duration.buckets[bucket] = (duration.buckets[bucket] ?? 0) + 1;
    duration.count++;
    duration.sum += seconds;
    this.#durations.set(route, duration);
  }

  async text(): Promise<string> {
    const gauges = await Promise.all(
      [...this.#gauges, ...processGauges].map(async ({ name, help, read }) => [
        ...head(name, 'gauge', help),
        `${name} ${await read()}`,
      ]),
    );
    const requests = 'proviso_http_requests_total';
    const durations = 'proviso_http_request_duration_seconds';
    return `${[
      ...head(requests, 'counter', 'Requests answered.'),
      ...[...this.#requests].map(([labels, count]) => `${requests}{${labels}} ${count}`),
      ...head(durations, 'histogram', 'Time from the first byte of a request to the end of its answer.'),
      ...[...this.#durations].flatMap(([route, histogram]) => lines(durations, route, histogram)),
      ...gauges.flat(),
    ].join('\n')}\n`;
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

function head(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function lines(name: string, route: string, { buckets, count, sum }: Histogram): string[] {
  let below = 0;
  const counted = bounds.map((bound, at) => {
    below += buckets[at] ?? 0;
    return `${name}_bucket{route="${route}",le="${bound}"} ${below}`;
  });
  return [
    ...counted,
    `${name}_bucket{route="${route}",le="+Inf"} ${count}`,
    `${name}_sum{route="${route}"} ${sum}`,
    `${name}_count{route="${route}"} ${count}`,
  ];
}
