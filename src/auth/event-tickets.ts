import { createHmac, timingSafeEqual } from 'node:crypto';
import type { EventTickets, TicketHolder } from './port.ts';

/**
 * Creates and verifies tickets. A ticket contains the user, the workspace, the expiry and a signature over them and
 * the project, so that any process with the same secret can verify it without a store.
 */
export function eventTickets(secret: string): EventTickets {
  const signatureOf = (holder: TicketHolder, projectId: string, until: string) =>
    createHmac('sha256', secret)
      .update(`events\0${holder.userId}\0${holder.workspaceId}\0${projectId}\0${until}`)
      .digest('base64url');

  return {
    make({ userId, workspaceId }, projectId, until) {
      const ms = String(until.getTime());
      return [userId, workspaceId, ms, signatureOf({ userId, workspaceId }, projectId, ms)].join('.');
    },

    holderOf(ticket, projectId, now) {
      const [userId = '', workspaceId = '', ms = '', signature = '', ...more] = ticket.split('.');
      if (more.length > 0 || !/^\d{1,15}$/.test(ms) || Number(ms) <= now.getTime()) return null;
      const [given, right] = [signature, signatureOf({ userId, workspaceId }, projectId, ms)].map((one) =>
        Buffer.from(one),
      );
      if (!given || !right || given.length !== right.length) return null;
      return timingSafeEqual(given, right) ? { userId, workspaceId } : null;
    },
  };
}
