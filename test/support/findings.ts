import type { Citation } from '../../engine/model/citation.ts';
import type { Finding, Search, SubjectId, Verdict } from '../../engine/model/finding.ts';
import { findingId } from '../../engine/model/keys.ts';
import { findingRule, type KeyedRule } from '../../engine/model/rule.ts';
import type { Actor } from '../../src/domain/records/owned.ts';
import type { Services } from '../../src/services/services.ts';

export const wholeSearch: Search = {
  complete: true,
  filesSearched: 1,
  filesTotal: 1,
  pagesSearched: 12,
  pagesTotal: 12,
  unread: [],
  queries: [],
  nearest: [],
};

/** A citation of a page in an input file; `change` replaces the properties that a test needs. */
export function citation(quote: string, change: Partial<Citation> = {}): Citation {
  return {
    source: {
      role: 'input',
      fileIndex: 0,
      name: 'agreement.pdf',
      sha256: 'a'.repeat(64),
      mediaType: 'application/pdf',
    },
    locator: { kind: 'page', page: 3 },
    quote,
    start: 100,
    end: 100 + quote.length,
    stance: 'supports',
    method: 'text',
    match: 'exact',
    link: 'agreement.pdf#page=3',
    ...change,
  };
}

type FindingParts = { rule: KeyedRule; subject?: SubjectId; runId?: string; verdict?: Verdict } & Partial<
  Pick<Finding, 'statement' | 'citations' | 'basis' | 'values' | 'reasons' | 'search' | 'review'>
>;

/** A finding that is CONFIRMED and satisfied unless `verdict` says otherwise. */
export function finding({
  rule,
  subject = { kind: 'project' },
  runId = 'run',
  ...parts
}: FindingParts): Finding {
  const { verdict = { assessed: true, label: 'CONFIRMED', outcome: 'satisfied' }, ...rest } = parts;
  return {
    id: findingId(runId, rule.key, subject),
    runId,
    rule: findingRule(rule),
    subject,
    statement: `About ${rule.name}.`,
    values: [],
    reasons: [],
    toSettle: [],
    citations: [],
    basis: [],
    search: wholeSearch,
    checker: { method: 'lexical' },
    review: null,
    ...rest,
    ...verdict,
  };
}

/** All findings of a run with their reviews, read page by page through the service. */
export async function allFindings(
  { findings }: Pick<Services, 'findings'>,
  actor: Actor,
  { projectId, runId }: { projectId: string; runId: string },
): Promise<Finding[]> {
  const all: Finding[] = [];
  for (let after: string | undefined; ; ) {
    const found = await findings.list(actor, { projectId, runId, page: 1, pageSize: 100, after });
    all.push(...found.items);
    if (found.nextCursor === null) return all;
    after = found.nextCursor;
  }
}
