import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that started some work. Logs and traces of the work name it. */
export type Origin = {
  /** The value of the header `x-request-id` of the response. */
  requestId: string;
  /** The W3C trace context of the request; absent if nothing is traced. */
  traceparent?: string;
  /** Present if no request but a look at a watched folder started the work; `requestId` then identifies the look. */
  watch?: true;
};

const origins = new AsyncLocalStorage<Origin>();

/** Calls `work`; while it and what it starts are running, `currentOrigin` returns the origin. */
export function withOrigin<Value>(origin: Origin, work: () => Value): Value {
  return origins.run(origin, work);
}

/** The request that this code works for; undefined if there is none. */
export function currentOrigin(): Origin | undefined {
  return origins.getStore();
}
