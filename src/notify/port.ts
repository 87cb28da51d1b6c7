import type { RunMessage } from '../domain/runs/run-message.ts';

/**
 * The result of a delivery attempt. `retry`: it may succeed later, not before `afterMs` if the receiver asked for that.
 * `refused`: it never will. `gone`: the receiver says that the address no longer exists. `detail` is for the owner
 * and contains nothing of the receiver's answer but its status.
 */
export type Sent =
  | { outcome: 'delivered'; detail: string }
  | { outcome: 'retry'; detail: string; afterMs?: number }
  | { outcome: 'refused'; detail: string }
  | { outcome: 'gone'; detail: string };

/** A channel that notifies people or programs. */
export interface Channel {
  /** Never throws, except the reason of `signal`. */
  send(message: RunMessage, recipient: string, signal: AbortSignal): Promise<Sent>;
  close(): void;
}

/** The available channels; null if the operator has not configured one. */
export type Channels = { email: Channel | null; webhook: Channel };
