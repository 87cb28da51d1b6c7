import type { Extraction, LeftOut, RuleVersion, VersionComparison } from '../../../../engine/index.ts';
import { plural } from '../../../services/report/words.ts';

/** The sums of an extraction: "468 normative sentences: 283 rules, 185 left out (69 informative_section, …)". */
export function sumWords({
  sentences,
  rules,
  leftOut,
}: Pick<Extraction, 'sentences' | 'rules' | 'leftOut'>): string {
  const counts = new Map<string, number>();
  for (const { reason } of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const reasons = [...counts]
    .sort(([one, ones], [other, others]) => others - ones || one.localeCompare(other))
    .map(([reason, count]) => `${count} ${reason}`);
  const out = `${leftOut.length} left out${reasons.length > 0 ? ` (${reasons.join(', ')})` : ''}`;
  return `${plural(sentences, 'normative sentence', 'normative sentences')}: ${plural(rules.length, 'rule', 'rules')}, ${out}`;
}

/** The sums of a comparison: "Since rules.yaml: 2 rules new, 1 changed, 3 moved, 1 gone, 30 unchanged". */
export function comparisonWords({ since, counts }: VersionComparison & { since: string }): string {
  const own = counts.own > 0 ? `, ${counts.own} without a source, kept` : '';
  const edit = counts.keepsWording > 0 ? ` (${counts.keepsWording} in your words: edit them)` : '';
  return `Since ${since}: ${plural(counts.new, 'rule', 'rules')} new, ${counts.changed} changed${edit}, ${counts.moved} moved, ${counts.gone} gone, ${counts.unchanged} unchanged${own}`;
}

/** A place: "policy.pdf, page 3, clause 2.1". */
export function placeWords({ file, page, clause }: Pick<LeftOut, 'file' | 'page' | 'clause'>): string {
  return [
    file,
    ...(page === undefined ? [] : [`page ${page}`]),
    ...(clause === undefined ? [] : [`clause ${clause}`]),
  ].join(', ');
}

/** What happened to a rule, with the words that differ: [-old-] and {+new+}. */
export function versionWords(version: RuleVersion): string {
  const { kind, before, after, diff = [], positions = [], keepsWording, leftOut } = version;
  const from = before === null ? '' : placeWords(before);
  const words = diff
    .map(({ in: where, text }) =>
      where === 'both' ? text : where === 'before' ? `[-${text}-]` : `{+${text}+}`,
    )
    .join(' ');
  if (kind === 'changed') {
    const isMoved =
      before?.clause !== undefined && after?.clause !== undefined && before.clause !== after.clause;
    const advice = keepsWording ? '. The wording is yours and was kept: edit it' : '';
    const of = positions.length > 0 ? ` (${positions.join(', ')})` : '';
    return `changed${of}${isMoved ? `, moved from ${from}` : ''}: ${words}${advice}`;
  }
  if (kind === 'moved') return `moved from ${from}`;
  if (kind !== 'gone') return kind;
  const now = leftOut === undefined ? '' : `. Left out now (${leftOut.reason}): ${leftOut.quote}`;
  return `gone (${from}): ${before?.quote ?? ''}${now}`;
}
