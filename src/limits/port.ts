/** The number of requests since the caller's window began, and the ms until it ends. */
export type Counted = { used: number; endsInMs: number };

/** Counts requests per caller in windows that begin with the caller's first request. */
export interface RequestCounter {
  /** Counts more requests, 1 by default. After the end of a window a new one begins. */
  count(caller: string, windowMs: number, requests?: number): Promise<Counted>;
  close(): Promise<void>;
}
