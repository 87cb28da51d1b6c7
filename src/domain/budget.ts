/** What may be spent in a month. Null means no cap. */
export type Caps = { tokens: number | null; cost: number | null };

/** What was spent in a month. Reservations of calls in progress count in full. */
export type Spent = { tokens: number; cost: number };

/** The name under which the spending of a workspace is counted, which is never the id of a person. */
export function workspacePayer(workspaceId: string): string {
  return `workspace:${workspaceId}`;
}

/** The caps that the administrator has set for a person; they replace those of the settings. */
export type OwnCaps = Caps & { userId: string };

/** What a user, or a workspace under the name of `workspacePayer`, has spent in a month (`YYYY-MM`, UTC). */
export type MonthlySpending = Spent & { userId: string; month: string };

/** The month of a time, `YYYY-MM` in UTC. */
export function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7);
}

/** The first moment of the next month, in UTC. */
export function nextMonth(time: Date): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 1));
}

/** The cap that `more` would pass; null if it would pass none. */
export function passedCap({ tokens, cost }: Spent, more: Spent, caps: Caps): keyof Caps | null {
  if (caps.tokens !== null && tokens + more.tokens > caps.tokens) return 'tokens';
  // Costs are sums of fractions, so a difference below a millionth is not a cost.
  return caps.cost !== null && cost + more.cost > caps.cost + 1e-6 ? 'cost' : null;
}
