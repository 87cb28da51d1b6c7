import type { Finding } from '../../engine/model/finding.ts';
import { type Delivery, deliveryId } from '../../src/domain/delivery.ts';
import type { Politics } from '../../src/domain/politics.ts';
import type { Project } from '../../src/domain/project.ts';
import { newObjectId } from '../../src/domain/records/object-id.ts';
import { unrestricted } from '../../src/domain/records/owned.ts';
import { firstStamp } from '../../src/domain/records/versioned.ts';
import { noProgress, type Run, type RunResult } from '../../src/domain/runs/run.ts';
import type { Token } from '../../src/domain/token.ts';

/** The three users of the tests: the owner, a stranger who must not see the owner's records, and a third one. */
export const owner = unrestricted(newObjectId());
export const stranger = unrestricted(newObjectId());
export const other = unrestricted(newObjectId());

/** The workspace and the creator of a record: without a workspace, it is the creator's own. */
function belonging({
  userId = owner.userId,
  workspaceId = userId,
}: Partial<Pick<Project, 'userId' | 'workspaceId'>>) {
  return { workspaceId, userId };
}

export function aPolitics(fields: Partial<Politics> = {}): Politics {
  return {
    _id: newObjectId(),
    ...belonging(fields),
    ...firstStamp(new Date()),
    name: 'Lease review',
    description: 'What a lease must say',
    rules: [{ name: 'Notice', description: 'The notice period is at least three months.' }],
    knowledgeFiles: [],
    contactNotifications: [],
    outputFormat: null,
    status: 1,
    ...fields,
  };
}

export function aProject(fields: Partial<Project> = {}): Project {
  return {
    _id: newObjectId(),
    ...belonging(fields),
    ...firstStamp(new Date()),
    name: 'Main street 5',
    description: 'The lease of the shop',
    politicsId: newObjectId(),
    files: [],
    scope: 'together',
    status: 'draft',
    runId: null,
    ...fields,
  };
}

export function aRun(fields: Partial<Run> = {}): Run {
  const { _id: politicsId, workspaceId, userId, createdAt, status, ...politics } = aPolitics();
  return {
    _id: newObjectId(),
    ...belonging(fields),
    ...firstStamp(new Date()),
    projectId: newObjectId(),
    state: 'queued',
    released: true,
    settled: false,
    politics: { politicsId, ...politics },
    files: [],
    scope: 'together',
    progress: noProgress(1, 0, 0, 'together'),
    attempts: 0,
    failures: 0,
    lastError: null,
    nextAttemptAt: null,
    lease: { owner: null, fence: 0 },
    findings: 0,
    captures: [],
    summary: null,
    result: null,
    startedAt: null,
    endedAt: null,
    ...fields,
  };
}

export function aDelivery(fields: Partial<Delivery> = {}): Delivery {
  const { runId = newObjectId(), recipient = 'ada@example.org' } = fields;
  return {
    _id: deliveryId(runId, recipient),
    workspaceId: owner.workspaceId,
    ...firstStamp(new Date()),
    projectId: newObjectId(),
    runId,
    recipient,
    channel: 'email',
    state: 'waiting',
    reason: null,
    attempts: [],
    tries: 0,
    resends: 0,
    nextAttemptAt: new Date().toISOString(),
    lease: null,
    ...fields,
  };
}

export function aFinding(
  fields: { ruleIndex?: number; fileIndex?: number; runId?: string; id?: string } = {},
): Finding {
  const { ruleIndex = 0, fileIndex, runId = newObjectId(), id = newObjectId() } = fields;
  return {
    id,
    runId,
    rule: {
      key: `rule-${ruleIndex}`,
      index: ruleIndex,
      name: 'Notice',
      description: 'At least three months.',
    },
    subject:
      fileIndex === undefined ? { kind: 'project' } : { kind: 'file', fileIndex, name: `file ${fileIndex}` },
    assessed: true,
    label: 'NOT FOUND',
    outcome: 'undetermined',
    statement: 'Nothing in the material speaks of notice.',
    values: [],
    reasons: [],
    toSettle: [],
    citations: [],
    basis: [],
    search: {
      complete: true,
      filesSearched: 1,
      filesTotal: 1,
      pagesSearched: 2,
      pagesTotal: 2,
      unread: [],
      queries: ['notice'],
      nearest: [],
    },
    checker: { method: 'lexical' },
    review: null,
  };
}

export function aResult(fields: Partial<RunResult> = {}): RunResult {
  const outcomes = {
    satisfied: 0,
    violated: 0,
    partly_satisfied: 0,
    conflicting: 0,
    not_applicable: 0,
    undetermined: 1,
    answered: 0,
  };
  return {
    counts: {
      labels: { CONFIRMED: 0, 'NOT FOUND': 1, ESTIMATED: 0, notAssessed: 0 },
      outcomes,
      byRule: {},
      bySubject: {},
    },
    incomplete: false,
    warnings: [],
    files: [],
    output: null,
    outputSources: {},
    outputGaps: {},
    usage: { modelCalls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
    startedAt: new Date().toISOString(),
    endedAt: new Date().toISOString(),
    ...fields,
  };
}

export function aToken(fields: Partial<Token> = {}): Token {
  return {
    _id: newObjectId(),
    ...belonging(fields),
    name: 'laptop',
    hash: 'a'.repeat(64),
    last4: 'wxyz',
    createdAt: new Date().toISOString(),
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    ...fields,
  };
}
