/**
 * Only wakes workers: the store knows what is to be done, so a lost wake-up costs only time, and an additional one
 * nothing.
 */
export interface Queue {
  /** The kind and place of the queue, for the start-up report. */
  readonly description: string;
  /** Notifies the workers of all processes that this run may be due. */
  wake(runId: string): Promise<void>;
  /** Calls `onWake` at each wake-up until the returned function is called. */
  listen(onWake: () => void): () => void;
  /** Throws if the workers that this process is responsible for do not work. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
