import { createHmac, timingSafeEqual } from 'node:crypto';
import type { EventTickets } from './port.ts';

/**
 * Creates and verifies tickets. A ticket contains the user, the expiry and a signature over both and the project, so
 * that any process with the same secret can verify it without a store.
 */
export function eventTickets(secret: string): EventTickets {
  const signatureOf = (userId: string, projectId: string, until: string) =>
    createHmac('sha256', secret).update(`events\0${userId}\0${projectId}\0${until}`).digest('base64url');

  return {
    make(userId, projectId, until) {
      const ms = String(until.getTime());
      return [userId, ms, signatureOf(userId, projectId, ms)].join('.');
    },

    ownerOf(ticket, projectId, now) {
      const [userId = '', ms = '', signature = '', ...more] = ticket.split('.');
      if (more.length > 0 || !/^\d{1,15}$/.test(ms) || Number(ms) <= now.getTime()) return null;
      const [given, right] = [signature, signatureOf(userId, projectId, ms)].map((one) => Buffer.from(one));
      if (!given || !right || given.length !== right.length) return null;
      return timingSafeEqual(given, right) ? userId : null;
    },
  };
}
