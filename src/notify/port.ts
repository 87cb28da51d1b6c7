import type { RunMessage } from '../domain/runs/run-message.ts';

/**
 * The result of a delivery attempt. `retry`: a later attempt can succeed; `afterMs` is the wait that the receiver asked
 * for. `refused`: no attempt can succeed. `gone`: the receiver says that the address no longer exists. `detail` is
 * shown to the owner; of the receiver's answer, it contains only the status.
 */
export type Sent =
  | { outcome: 'delivered'; detail: string }
  | { outcome: 'retry'; detail: string; afterMs?: number }
  | { outcome: 'refused'; detail: string }
  | { outcome: 'gone'; detail: string };

/** A channel that notifies people or programs. */
export interface Channel {
  /** Throws nothing except the reason of `signal`. */
  send(message: RunMessage, recipient: string, signal: AbortSignal): Promise<Sent>;
  close(): void;
}

/** The available channels. `email` is null if the operator has not configured a mail server. */
export type Channels = { email: Channel | null; webhook: Channel };

/**
 * An email with a link with which the recipient can set a password or become a member of a workspace. `service` is the
 * URL of the service, and `inviter` the email of the person who invites.
 */
export type AccountMessage = { to: string; service: string; link: string; expiresAt: string } & (
  | { kind: 'invitation' | 'password_reset' }
  | { kind: 'workspace_invitation'; workspace: string; inviter: string }
);

/** Sends emails about accounts. */
export interface AccountMail {
  /** Throws nothing. */
  send(message: AccountMessage): Promise<Sent>;
  close(): void;
}
