import { number } from '../report/table.ts';
import type { Comparison, Flip } from './compare.ts';

/** The comparison as text for a terminal: the verdict is in the first line, and each answer that differs has a line. */
export function comparisonText(comparison: Comparison): string {
  const { flips, lockedFlips, unpaired } = comparison;
  return [
    sentence(comparison),
    ...(unpaired > 0 ? [`${unpaired} answers are in only one of the runs and are not compared.`] : []),
    '',
    `${flips.length} answers differ between the runs${lockedFlips > 0 ? `, and ${lockedFlips} locked ones` : ''}.`,
    ...flips.map(flipLine),
    '',
  ].join('\n');
}

function sentence(comparison: Comparison): string {
  const { verdict, title, before, after, interval, chance, pairs, documents } = comparison;
  const figures =
    `"${title}" went from ${number(before)} to ${number(after)}` +
    (interval
      ? ` (difference ${signed(comparison.difference)}, 95 % ${signed(interval[0])} to ${signed(interval[1])}`
      : ' (') +
    `${chance === null ? '' : `, by chance ${chance.toFixed(3)}`}) over ${pairs} answers about ${documents} groups of documents`;
  if (verdict !== "can't tell") return `${verdict[0]?.toUpperCase()}${verdict.slice(1)}: ${figures}.`;
  return `Can't tell: ${figures}. ${whatIsNeeded(comparison)}`;
}

function whatIsNeeded({ moreDocuments, worthSeeing, pairs, documents }: Comparison): string {
  if (moreDocuments === null)
    return 'The number of documents that are needed cannot be estimated from these runs.';
  const answers = Math.round((moreDocuments * pairs) / documents);
  return `To detect a difference of ${number(worthSeeing)}, about ${moreDocuments} more ${moreDocuments === 1 ? 'document' : 'documents'} with ${answers} answers are needed.`;
}

function flipLine({ key, before, after, gradeBefore, gradeAfter, why }: Flip): string {
  return `  ${key}: ${gradeBefore} → ${gradeAfter}, ${before} → ${after} (${why.join('; ') || 'nothing wrong'})`;
}

function signed(value: number | null): string {
  return value === null ? '–' : `${value > 0 ? '+' : value < 0 ? '−' : ''}${number(Math.abs(value))}`;
}
