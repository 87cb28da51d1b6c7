import type { AnalyzeOptions } from '../../engine/index.ts';
import type { Origin } from '../process/origin.ts';

/** Handlers of LangChain's callbacks. */
type Handlers = Extract<NonNullable<AnalyzeOptions['config']>['callbacks'], readonly unknown[]>;

/** A request that is being traced. */
export type RequestSpan = {
  traceparent: string;
  /** `route` is the documented path, which has a limited number of values; `seconds` is how long the answer took. */
  end(answer: { route: string; status: number; seconds: number; aborted: boolean }): void;
};

/** Sends traces and metrics to the operator's OpenTelemetry collector. */
export interface Telemetry {
  /** Starts the span of a request. `headers` may contain the trace context of the client. */
  request(request: { method: string; path: string; headers: NodeJS.Dict<string | string[]> }): RequestSpan;
  /** Callbacks that trace one attempt at a run: its files, its rules and its model calls. */
  ofRun(run: { runId: string; attempt: number; origin: Origin | undefined }): Handlers;
  /** Sends what is still buffered. Never throws; waits for at most three seconds. */
  stop(): Promise<void>;
}
