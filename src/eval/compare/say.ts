import { number } from '../report/table.ts';
import type { Comparison, Flip } from './compare.ts';

/** The comparison for a terminal: the verdict in its first line, then each answer that differs. */
export function comparisonText(comparison: Comparison): string {
  const { flips, lockedFlips, unpaired } = comparison;
  return [
    sentence(comparison),
    ...(unpaired > 0 ? [`${unpaired} answers are in one of the runs only and do not count.`] : []),
    '',
    `${flips.length} answers are different${lockedFlips > 0 ? `, and ${lockedFlips} locked ones` : ''}.`,
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
  if (moreDocuments === null) return 'On this figure the runs are the same.';
  const answers = Math.round((moreDocuments * pairs) / documents);
  return `To see a difference of ${number(worthSeeing)} takes about ${moreDocuments} more ${moreDocuments === 1 ? 'document' : 'documents'} with ${answers} answers.`;
}

function flipLine({ key, before, after, gradeBefore, gradeAfter, why }: Flip): string {
  return `  ${key}: ${gradeBefore} → ${gradeAfter}, ${before} → ${after} (${why.join('; ') || 'nothing wrong'})`;
}

function signed(value: number | null): string {
  return value === null ? '–' : `${value > 0 ? '+' : value < 0 ? '−' : ''}${number(Math.abs(value))}`;
}
