import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ChangedRecord, Origin } from '../domain/audit.ts';
import type { ApiContext } from './context.ts';
import { isForeseen } from './problem.ts';

type Result = { ok: true; data: unknown } | { ok: false; error: unknown };

type Call = { ctx: ApiContext; path: string; rawInput: () => Promise<unknown> };

/**
 * Runs a call that changes something and records it in the audit log. A call that was refused, and a call that got the
 * answer of an earlier one, changed nothing.
 */
export async function recorded<Value extends Result>(
  { ctx, path, rawInput }: Call,
  run: () => Promise<Value>,
): Promise<Value> {
  const origin = originOf(ctx);
  const input = inputSchema.safeParse(await rawInput()).data ?? {};
  const ofWatch = input.watch === undefined ? path : 'projects.watch';
  const ofUpdate = input.status === 'deploying' ? 'runs.start' : ofWatch;
  const action = path === 'projects.update' ? ofUpdate : path;
  const change = { action, origin, ownerId: logOf(path, ctx), record: recordOf(path, input, null) };
  return ctx.services.audit.during(change, run, (result) => {
    if (!result.ok) return { outcome: isForeseen(result.error) ? 'failed' : 'unknown' };
    if (ctx.answer.replayed) return { outcome: 'failed' };
    const record = recordOf(path, input, result.data);
    const isElsewhere = inAnsweredWorkspace.includes(path) && record !== null;
    return { outcome: 'done', record, ...(isElsewhere && { ownerId: record.id }) };
  });
}

/** What a person does with accounts is in the log of the person's own workspace, wherever the person acts. */
function logOf(path: string, { caller }: ApiContext): string | null {
  if (caller === null) return null;
  const { userId, workspaceId } = caller.actor;
  return path.startsWith('account.') || path.startsWith('people.') ? userId : workspaceId;
}

export function originOf({
  caller,
  address,
  requestId,
}: Pick<ApiContext, 'caller' | 'address' | 'requestId'>): Origin {
  const via = caller === null ? 'sign_in' : caller.via === 'token' ? 'token' : 'session';
  return {
    via,
    userId: caller?.actor.userId ?? null,
    credentialId: caller?.credentialId ?? null,
    address,
    requestId,
  };
}

const inputSchema = z.object({
  id: z.string().optional(),
  runId: z.string().optional(),
  findingId: z.string().optional(),
  notificationId: z.string().optional(),
  userId: z.string().nullish(),
  url: z.string().optional(),
  invitationId: z.string().optional(),
  status: z.string().optional(),
  watch: z.unknown().optional(),
});

const withId = z.object({ _id: z.string() });
const answerSchema = z.object({
  _id: z.string().optional(),
  data: withId.optional().catch(undefined),
  token: withId.optional(),
  person: withId.optional(),
});

/** The kinds of records, by the first part of the name of a procedure. */
const kinds: Record<string, string> = {
  politics: 'politics',
  projects: 'project',
  findings: 'finding',
  runs: 'run',
  notifications: 'notification',
  tokens: 'token',
  people: 'user',
  workspaces: 'workspace',
};

/** The calls whose entry is in the log of the workspace in their answer, which is not the one in which the caller acts. */
const inAnsweredWorkspace = ['workspaces.create', 'workspaces.accept'];

/** A URL without its path, which can contain a secret. The hash tells the webhooks of a host apart. */
function shownUrl(url: string): string {
  const origin = URL.canParse(url) ? new URL(url).origin : '';
  return `${origin}/… sha256 ${createHash('sha256').update(url).digest('hex').slice(0, 12)}`;
}

/** The record that a call changed, from its input or, for a new record, from its answer. */
function recordOf(path: string, input: z.infer<typeof inputSchema>, answer: unknown): ChangedRecord | null {
  const kind = kinds[path.split('.')[0] ?? ''];
  if (kind === undefined) return null;
  const { userId, findingId, invitationId, url } = input;
  if (path === 'notifications.rotateWebhookKey' && url !== undefined)
    return { kind: 'webhook', id: shownUrl(url) };
  if (path === 'findings.assign' && userId !== undefined)
    return { kind, id: findingId?.toLowerCase() ?? '', assignee: userId?.toLowerCase() ?? null };
  if (userId) return { kind: 'member', id: userId.toLowerCase() };
  if (invitationId !== undefined) return { kind: 'invitation', id: invitationId.toLowerCase() };
  const made = answerSchema.safeParse(answer).data;
  if (path === 'workspaces.invite') return { kind: 'invitation', id: made?.data?._id ?? '' };
  const id =
    findingId ??
    input.notificationId ??
    input.runId ??
    input.id ??
    (made?.data ?? made?.token ?? made?.person)?._id ??
    made?._id;
  return id === undefined ? null : { kind, id: id.toLowerCase() };
}
