import type { Citation } from '../../../../engine/model/citation.ts';
import type { Finding } from '../../../../engine/model/finding.ts';
import type { Locator } from '../../../../engine/model/locator.ts';

/** What a reader of a finding sees, one line for each part of it. */
export function findingLines({ label, outcome, statement, ...finding }: Finding): string[] {
  const { reasons, values, flagged, toSettle, citations, basis, search, checker, subject } = finding;
  const notAssessed = finding.assessed ? '' : ` ${finding.notAssessedReason}`;
  return [
    `${label}${notAssessed} ${outcome}${flagged === undefined ? '' : ` flagged ${flagged}`}: ${statement}`,
    ...(subject.kind === 'file' ? [`  of ${subject.fileIndex} ${subject.name}`] : []),
    ...(reasons.length > 0 ? [`  because ${reasons.join(', ')}`] : []),
    ...values.map(
      ({ name, value, unit, citations: of }) => `  value ${name} = ${value} ${unit ?? ''} [${of.join(', ')}]`,
    ),
    ...toSettle.map((line) => `  settle: ${line}`),
    ...citations.map((citation) => `  ${placed(citation)}`),
    ...basis.map((citation) => `  basis ${placed(citation)}`),
    `  searched ${search.complete ? 'all' : 'not all'} ${search.filesSearched}/${search.filesTotal} files, ${search.pagesSearched}/${search.pagesTotal} pages for ${search.queries.join(' / ')}`,
    ...search.unread.map(({ name, reason }) => `  unread ${name}: ${reason}`),
    ...search.nearest.map(({ citation, why }) => `  near ${placed(citation)}: ${why}`),
    ...(checker.quotes ? [`  quotes ${JSON.stringify(checker.quotes)}`] : []),
    ...(checker.unmeasuredLanguages ? [`  not measured in ${checker.unmeasuredLanguages.join(', ')}`] : []),
  ];
}

function placed({ source, locator, quote, start, end, stance, method, match, hidden }: Citation): string {
  const looks = [method, match, hidden ? 'hidden' : ''].filter(
    (look) => !['text', 'exact', ''].includes(look),
  );
  return `${stance} ${source.name} ${place(locator)} ${start}-${end} ${looks.join(' ')}“${shortened(quote)}”`;
}

function place({ kind, ...fields }: Locator): string {
  return `${kind} ${JSON.stringify(Object.values(fields))}`;
}

const shown = 90;
function shortened(quote: string): string {
  return quote.length <= shown ? quote : `${quote.slice(0, shown / 2)} … ${quote.slice(-shown / 2)}`;
}
