import { hostname } from 'node:os';
import {
  type Context,
  context,
  metrics,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { NodeSDK, resources } from '@opentelemetry/sdk-node';
import type { Telemetry } from './port.ts';
import { runSpans } from './run-spans.ts';

/** How long the last data may take to arrive, in ms, when a process stops. */
const stopMs = 3_000;

const sdkName = 'proviso';

/**
 * Starts the OpenTelemetry SDK, which reads the standard variables of the process: endpoints, headers, protocol,
 * exporters, sampler, intervals and resource attributes. Logs are not sent.
 */
export function startTelemetry({ role, version }: { role: string; version: string }): Telemetry {
  // The specification sends all three kinds of data by default. Proviso writes its logs to standard error.
  process.env.OTEL_LOGS_EXPORTER ??= 'none';
  process.env.OTEL_METRICS_EXPORTER ??= 'otlp';
  const sdk = new NodeSDK({
    instrumentations: [],
    resource: resources.resourceFromAttributes({
      'service.name': process.env.OTEL_SERVICE_NAME ?? 'proviso',
      'service.version': version,
      'service.instance.id': `${hostname()}:${process.pid}`,
      'proviso.process': role,
    }),
  });
  sdk.start();
  const tracer = trace.getTracer(sdkName, version);
  const meter = metrics.getMeter(sdkName, version);
  const durations = meter.createHistogram('http.server.request.duration', {
    unit: 's',
    description: 'Duration of HTTP server requests.',
    advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] },
  });

  return {
    request({ method, path, headers }) {
      const parent = propagation.extract(ROOT_CONTEXT, headers);
      const span = tracer.startSpan(
        method,
        {
          kind: SpanKind.SERVER,
          attributes: { 'http.request.method': method, 'url.path': path, 'url.scheme': 'http' },
        },
        parent,
      );
      return {
        traceparent: traceparentOf(trace.setSpan(parent, span)),
        end({ route, status, seconds, aborted }) {
          const attributes = {
            'http.request.method': method,
            'http.route': route.replace(/^[A-Z]+ /, ''),
            'http.response.status_code': status,
            ...(status >= 500 && { 'error.type': String(status) }),
          };
          span.updateName(route === 'unknown' ? method : route);
          span.setAttributes(attributes);
          if (aborted) span.setAttribute('proviso.aborted', true);
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
          durations.record(seconds, { ...attributes, 'url.scheme': 'http' });
        },
      };
    },

    ofRun({ runId, attempt, origin }) {
      const carrier = origin?.traceparent === undefined ? {} : { traceparent: origin.traceparent };
      const attributes = {
        'proviso.run.id': runId,
        'proviso.run.attempt': attempt,
        ...(origin && { 'proviso.request.id': origin.requestId }),
      };
      return [runSpans({ tracer, meter, parent: propagation.extract(ROOT_CONTEXT, carrier), attributes })];
    },

    async stop() {
      let late: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => {
        late = setTimeout(resolve, stopMs);
      });
      await Promise.race([sdk.shutdown().catch(() => undefined), enough]);
      clearTimeout(late);
      context.disable();
    },
  };
}

function traceparentOf(current: Context): string {
  const carrier: { traceparent?: string } = {};
  propagation.inject(current, carrier);
  return carrier.traceparent ?? '';
}
