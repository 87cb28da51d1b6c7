import { z } from 'zod';

const line = z.looseObject({
  kind: z.string(),
  userId: z.string().optional(),
  record: z.looseObject({ userId: z.string().optional() }),
});

/**
 * Puts a record of an export without workspaces (up to format 6) into the workspace of its owner, whose id is that of the
 * owner. Returns anything else unchanged.
 */
export function inWorkspace(value: unknown): unknown {
  const parsed = line.safeParse(value);
  if (!parsed.success) return value;
  const { record, ...rest } = parsed.data;
  switch (rest.kind) {
    case 'politics':
    case 'project':
    case 'run':
    case 'token':
      return { ...rest, record: { ...record, workspaceId: record.userId } };
    case 'review':
    case 'delivery':
    case 'webhook_rotation':
      return { ...rest, record: ofWorkspace(record) };
    case 'finding':
    case 'event':
      return { ...ofWorkspace(rest), record };
    default:
      return value;
  }
}

function ofWorkspace<Owned extends { userId?: string | undefined }>({ userId, ...rest }: Owned) {
  return { ...rest, workspaceId: userId };
}
