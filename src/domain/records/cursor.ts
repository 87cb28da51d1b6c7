import type { Finding } from '../../../engine/model/finding.ts';
import { refuseInvalid } from '../errors.ts';

/**
 * A position in a list whose pages after the first are in the order of ids. `after` is the last id of the previous
 * page, empty for the second page. `seen` are ids from the first page, which has a different order; later pages leave
 * these records out.
 */
export type IdPlace = { after: string; seen: string[] };

/** A position in a list that is sorted by creation time, then by id. */
export type TimePlace = { createdAt: string; _id: string };

/** A position in a list of a project that is sorted by creation time, then by id. */
export type ProjectTimePlace = TimePlace & { projectId: string };

/**
 * A position among the findings of a run: the index of the rule, and the index of the file. For a finding about the
 * whole project, the index of the file is -1.
 */
export type FindingPlace = { ruleIndex: number; subject: number };

/**
 * A position among the differences between two runs: the number of differences before it. Only ended runs are compared,
 * so that the differences do not change.
 */
export type DifferencePlace = { runId: string; againstId: string | null; position: number };

/** Findings about the whole project come before those about its files. */
export function findingPlace({ rule, subject }: Pick<Finding, 'rule' | 'subject'>): FindingPlace {
  return { ruleIndex: rule.index, subject: subject.kind === 'project' ? -1 : subject.fileIndex };
}

/** The position before all findings. */
export const beforeEveryFinding: FindingPlace = { ruleIndex: -1, subject: -1 };

/** Converts between a position in a list and the cursor that callers get and send back unchanged. */
export type CursorForm<Place> = { pattern: RegExp; write(place: Place): string; read(cursor: string): Place };

/** The length of an id in base64url: 16 characters for 12 bytes. In hex, a hundred ids would not fit into a URL. */
const seenLength = 16;

/** The cursors of the lists whose pages after the first are in the order of ids. */
export const politicsCursor = idCursor('politics');
export const projectCursor = idCursor('projects');

/** The cursors of the lists of a project that have the newest record first. */
export const runCursor = timeCursor('runs');
export const notificationCursor = timeCursor('notifications');

/** The name of the list is a part of the cursor, so that another list refuses the cursor. */
function idCursor(list: string): CursorForm<IdPlace> {
  const pattern = new RegExp(`^${list}\\.([0-9a-f]{24})?\\.([\\w-]{16}){0,100}$`);
  return {
    pattern,
    write: ({ after, seen }) => `${list}.${after}.${Buffer.from(seen.join(''), 'hex').toString('base64url')}`,
    read(cursor) {
      const [, after = '', seen = ''] = accepted(cursor, pattern).split('.');
      const ids = Array.from({ length: seen.length / seenLength }, (_, at) =>
        Buffer.from(seen.slice(at * seenLength, (at + 1) * seenLength), 'base64url').toString('hex'),
      );
      return { after, seen: ids };
    },
  };
}

/** The name of the list and the id of its project are parts of the cursor, so that another list refuses the cursor. */
function timeCursor(list: string): CursorForm<ProjectTimePlace> {
  const pattern = new RegExp(`^${list}\\.[0-9a-f]{24}\\.\\d{1,15}\\.[0-9a-f]{24}$`);
  return {
    pattern,
    write: ({ projectId, createdAt, _id }) => `${list}.${projectId}.${Date.parse(createdAt)}.${_id}`,
    read(cursor) {
      const [, projectId = '', ms = '', _id = ''] = accepted(cursor, pattern).split('.');
      return { projectId, createdAt: new Date(Number(ms)).toISOString(), _id };
    },
  };
}

/** The cursor of a run's findings, in the order of rules and subjects. */
export const findingCursor: CursorForm<FindingPlace & { runId: string }> = {
  pattern: /^[0-9a-f]{24}\.\d{1,9}\.(-1|\d{1,9})$/,
  write: ({ runId, ruleIndex, subject }) => `${runId}.${ruleIndex}.${subject}`,
  read(cursor) {
    const [runId = '', rule, subject] = accepted(cursor, findingCursor.pattern).split('.');
    return { runId, ruleIndex: Number(rule), subject: Number(subject) };
  },
};

/** The cursor of the differences between a run and an earlier run; `againstId` is null if there is none. */
export const differenceCursor: CursorForm<DifferencePlace> = {
  pattern: /^[0-9a-f]{24}\.([0-9a-f]{24})?\.\d{1,9}$/,
  write: ({ runId, againstId, position }) => `${runId}.${againstId ?? ''}.${position}`,
  read(cursor) {
    const [runId = '', against, position] = accepted(cursor, differenceCursor.pattern).split('.');
    return { runId, againstId: against || null, position: Number(position) };
  },
};

/** Throws `validation_failed` if the text is not a cursor of the list. */
function accepted(cursor: string, pattern: RegExp): string {
  requireOwnCursor(pattern.test(cursor));
  return cursor;
}

/** Throws `validation_failed` unless the cursor is one of the list. */
export function requireOwnCursor(isOwn: boolean): void {
  if (isOwn) return;
  refuseInvalid([{ path: 'after', message: 'is not a nextCursor that this list has returned' }]);
}
