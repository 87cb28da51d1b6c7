import type { RunMessage } from '../domain/run-message.ts';

/**
 * What became of an attempt. `retry`: it may succeed later, not before `afterMs` when the receiver said so.
 * `refused`: it never will. `gone`: the receiver says that nothing is at the address any more.
 * `detail` is for the owner and holds nothing that the receiver sent but its status.
 */
export type Sent =
  | { outcome: 'delivered'; detail: string }
  | { outcome: 'retry'; detail: string; afterMs?: number }
  | { outcome: 'refused'; detail: string }
  | { outcome: 'gone'; detail: string };

/** A way to reach people or programs. */
export interface Channel {
  /** Never throws, but for an end that `signal` asked for. */
  send(message: RunMessage, recipient: string, signal: AbortSignal): Promise<Sent>;
  close(): void;
}

/** The ways there are; null when the operator has not set one up. */
export type Channels = { email: Channel | null; webhook: Channel };
