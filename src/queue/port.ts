/**
 * Only wakes workers. They find out from the store what to do, so a lost wake-up costs only time, and an unnecessary
 * one costs nothing.
 */
export interface Queue {
  /** The kind and place of the queue, for the start-up report. */
  readonly description: string;
  /** Notifies the workers of all processes that this run may be due. */
  wake(runId: string): Promise<void>;
  /** Calls `onWake` at each wake-up until the returned function is called. */
  listen(onWake: () => void): () => void;
  /** Throws if this process is responsible for workers that are not running. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
