/** The number of requests in the caller's window so far (`used`), and the time until the window ends, in ms. */
export type Counted = { used: number; endsInMs: number };

/** Counts requests per caller in windows that begin with the caller's first request. */
export interface RequestCounter {
  /**
   * Adds `requests` to the caller's count, 1 by default. The first request after the end of a window begins a new
   * window.
   */
  count(caller: string, windowMs: number, requests?: number): Promise<Counted>;
  close(): Promise<void>;
}
