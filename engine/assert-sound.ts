import { locatorAt } from './cite/locator-at.ts';
import { quoteText } from './cite/quote-text.ts';
import { longestQuote } from './cite/shortened.ts';
import type { Citation } from './model/citation.ts';
import type { Finding } from './model/finding.ts';
import type { Source } from './model/source.ts';
import type { Subject } from './subjects.ts';

/**
 * Verifies the promise about citations for every finding before the finding is published. A broken promise is a bug in
 * Proviso and throws a plain Error: a run with a wrong citation must fail instead of showing the citation.
 */
export function assertSound(finding: Finding, subject: Subject): void {
  const sources = [...subject.authorities, ...subject.inputs];
  const shown = [
    ...finding.citations,
    ...finding.basis,
    ...finding.search.nearest.map(({ citation }) => citation),
  ];
  for (const citation of shown) assertCited(citation, sources);
  if (finding.citations.some((citation) => citation.source.role !== 'input')) {
    throw new Error(`Finding ${finding.id} cites a knowledge file as evidence`);
  }
  if ((finding.label === 'CONFIRMED' || finding.label === 'ESTIMATED') && finding.citations.length === 0) {
    throw new Error(`Finding ${finding.id} is ${finding.label} without a located quote from an input file`);
  }
}

function assertCited(citation: Citation, sources: Source[]): void {
  const { role, fileIndex, sha256 } = citation.source;
  const source = sources.find(
    (one) => one.role === role && one.fileIndex === fileIndex && one.sha256 === sha256,
  );
  if (!source)
    throw new Error(`A citation names ${citation.source.name}, which is not a source of its finding`);
  const span = { start: citation.start, end: citation.end };
  if (span.start >= span.end || quoteText(source.content, span) !== citation.quote) {
    throw new Error(`A quote is not in ${source.name} at ${span.start} to ${span.end}`);
  }
  if (citation.quote.length > longestQuote) {
    throw new Error(`A quote of ${source.name} is too long (${citation.quote.length} characters)`);
  }
  if (JSON.stringify(locatorAt(source.content, span)) !== JSON.stringify(citation.locator)) {
    throw new Error(`The locator of a quote in ${source.name} does not contain ${span.start} to ${span.end}`);
  }
}
