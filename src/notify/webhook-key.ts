import { createHmac, hkdfSync } from 'node:crypto';

/**
 * The key that signs this user's webhooks to this URL. The key is different for every user, every URL and every
 * rotation, and is the same after a restart. `rotation` is the number of rotations before it.
 */
export function webhookKey(secret: string, workspaceId: string, url: string, rotation = 0): Buffer {
  const turn = rotation === 0 ? '' : `\0${rotation}`;
  return Buffer.from(hkdfSync('sha256', secret, '', `proviso webhook\0${workspaceId}\0${url}${turn}`, 32));
}

/** The key in the form that receivers use (Standard Webhooks). */
export function shownKey(key: Buffer): string {
  return `whsec_${key.toString('base64')}`;
}

/**
 * The value of `webhook-signature` (Standard Webhooks, symmetric). It signs the id, the time in whole seconds, and the
 * body as sent.
 */
export function signatureOf(key: Buffer, id: string, seconds: number, body: string): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}
