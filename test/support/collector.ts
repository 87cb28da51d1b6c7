import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { listening } from './listening.ts';

const value = z.object({
  stringValue: z.string().optional(),
  intValue: z.coerce.number().optional(),
  doubleValue: z.number().optional(),
  boolValue: z.boolean().optional(),
  arrayValue: z.object({ values: z.array(z.looseObject({})) }).optional(),
});
const attributes = z.array(z.object({ key: z.string(), value })).default([]);
const resource = z.object({ attributes });
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes,
  status: z.object({ code: z.number().optional() }).default({}),
});
const tracesSchema = z.object({
  resourceSpans: z.array(
    z.object({ resource, scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) }),
  ),
});
const point = z.object({ attributes, count: z.coerce.number().default(0), sum: z.number().default(0) });
const metricsSchema = z.object({
  resourceMetrics: z.array(
    z.object({
      resource,
      scopeMetrics: z.array(
        z.object({
          metrics: z.array(
            z.object({
              name: z.string(),
              unit: z.string().optional(),
              histogram: z.object({ dataPoints: z.array(point) }).optional(),
            }),
          ),
        }),
      ),
    }),
  ),
});

type Plain = Record<string, unknown>;
export type Span = Omit<z.infer<typeof spanSchema>, 'attributes'> & { attributes: Plain; resource: Plain };
export type Point = { metric: string; attributes: Plain; count: number; sum: number };

/** A collector on loopback that receives traces and metrics over OTLP/HTTP as JSON. */
export async function startCollector() {
  const spans: Span[] = [];
  const points: Point[] = [];
  const refused: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await json(request).catch(() => null);
    if (request.url === '/v1/traces') {
      for (const { resource, scopeSpans } of tracesSchema.parse(body).resourceSpans)
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, attributes: plain(span.attributes), resource: plain(resource.attributes) });
    } else if (request.url === '/v1/metrics') {
      for (const { scopeMetrics } of metricsSchema.parse(body).resourceMetrics)
        for (const { name, histogram } of scopeMetrics.flatMap(({ metrics }) => metrics))
          for (const { attributes: of, ...rest } of histogram?.dataPoints ?? [])
            points.push({ metric: name, attributes: plain(of), ...rest });
    } else refused.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const port = await listening(server);
  return {
    /** The settings that make a process send its data here. */
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_METRIC_EXPORT_INTERVAL: '500',
      OTEL_METRIC_EXPORT_TIMEOUT: '400',
    },
    spans,
    points,
    refused,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function plain(given: z.infer<typeof attributes>): Plain {
  return Object.fromEntries(given.map(({ key, value: of }) => [key, Object.values(of)[0]]));
}
