/**
 * The rotations of the key that signs a workspace's webhooks to a URL. `rotation` is their number. Until `previousUntil`, an
 * ISO 8601 time, webhooks are also signed with the previous key.
 */
export type WebhookRotation = {
  workspaceId: string;
  url: string;
  rotation: number;
  previousUntil: string;
  /** The id of the change that made the last rotation, so that it is not made twice if a request is repeated. */
  changeId: string;
};

/** The numbers of the keys that sign webhooks now, the current one first. A key that was never rotated has number 0. */
export function signingRotations(last: WebhookRotation | null, now: Date): number[] {
  if (last === null) return [0];
  const { rotation, previousUntil } = last;
  return now.toISOString() < previousUntil ? [rotation, rotation - 1] : [rotation];
}
