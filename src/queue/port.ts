/**
 * Wakes workers and does nothing more: what is to be done stands in the store, so a wake-up that is lost costs
 * time only, and one too many nothing.
 */
export interface Queue {
  /** What it runs on, for the start-up report. */
  readonly description: string;
  /** Tells the workers of all processes that this run may be due. */
  wake(runId: string): Promise<void>;
  /** Calls `onWake` at each wake-up until the function it gives is called. */
  listen(onWake: () => void): () => void;
  /** Throws when the workers that this process answers for do not work. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
