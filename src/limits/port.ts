/** How many requests a caller has sent since its window began, and in how many ms the window ends. */
export type Counted = { used: number; endsInMs: number };

/** Counts requests by caller in windows that begin with a caller's first request. */
export interface RequestCounter {
  /** Counts one more request. A window that has ended begins anew. */
  count(caller: string, windowMs: number): Promise<Counted>;
  close(): Promise<void>;
}
