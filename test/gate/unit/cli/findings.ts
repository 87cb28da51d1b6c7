import type { Citation } from '../../../../engine/model/citation.ts';
import { countFindings } from '../../../../engine/model/counts.ts';
import type { Finding } from '../../../../engine/model/finding.ts';
import type { FileReport, Result } from '../../../../engine/model/result.ts';
import { resultSchema } from '../../../../engine/model/result.ts';
import { citation as anyCitation, finding, wholeSearch } from '../../../support/findings.ts';

const rule = {
  key: 'a1b2c3d4',
  index: 0,
  name: 'Notice period',
  description: 'Notice of at most 30 days must be enough.',
};

/** A citation of page 23 of `contract.pdf`, whose printed number is 13. */
export function citation(quote: string, change: Partial<Citation> = {}): Citation {
  const place = {
    locator: { kind: 'page', page: 23, pageLabel: '13' } as const,
    link: 'contract.pdf#page=23',
  };
  const { source } = anyCitation(quote);
  return anyCitation(quote, { ...place, source: { ...source, name: 'contract.pdf' }, ...change });
}

type Common = Omit<Finding, 'assessed' | 'label' | 'outcome' | 'notAssessedReason'>;

function common(change: Partial<Common> = {}): Common {
  const search = { ...wholeSearch, pagesSearched: 40, pagesTotal: 40, queries: ['notice days'] };
  const statement = 'The agreement can be ended with a notice of 30 days.';
  return { ...finding({ rule, runId: 'a'.repeat(24), statement, search }), ...change };
}

export function confirmed(change: Partial<Common> = {}): Finding {
  return {
    ...common({ citations: [citation('Notice is 30 days.')], ...change }),
    assessed: true,
    label: 'CONFIRMED',
    outcome: 'satisfied',
  };
}

export function estimated(change: Partial<Common> = {}): Finding {
  return {
    ...common({ citations: [citation('Notice is 30 days.')], reasons: ['partial_support'], ...change }),
    assessed: true,
    label: 'ESTIMATED',
    outcome: 'partly_satisfied',
  };
}

export function notFound(change: Partial<Common> = {}): Finding {
  return {
    ...common({ statement: 'Nothing in the material speaks of notice.', ...change }),
    assessed: true,
    label: 'NOT FOUND',
    outcome: 'undetermined',
  };
}

export const readFile: FileReport = {
  name: 'contract.pdf',
  role: 'input',
  fileIndex: 0,
  status: 'read',
  pages: 40,
  countedAs: 'pages',
  method: 'text',
};

/** A complete result with these findings, validated against the schema so that it is a possible result. */
export function resultOf(findings: Finding[], change: Partial<Result> = {}): Result {
  return resultSchema.parse({
    runId: 'a'.repeat(24),
    counts: countFindings(findings),
    incomplete: findings.some((finding) => !finding.assessed || !finding.search.complete),
    warnings: [],
    files: [readFile],
    findings,
    output: null,
    outputSources: {},
    outputGaps: {},
    usage: { modelCalls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
    startedAt: '2026-01-01T00:00:00.000Z',
    endedAt: '2026-01-01T00:00:01.900Z',
    ...change,
  });
}
