import type { Finding, FindingPosition, Outcome } from '../../../engine/model/finding.ts';
import type { Fact } from './report.ts';

type Tried = FindingPosition['tried'][number];

const metWords: Partial<Record<Outcome, string>> = {
  satisfied: 'met',
  partly_satisfied: 'met in part',
  violated: 'not met',
  undetermined: 'open',
  not_applicable: 'not applicable',
};
const refusedWords: typeof metWords = { satisfied: 'in the documents', violated: 'not in the documents' };

/** Which position of its rule decides a finding, in few words: `fallback 2 of 3`, `refused` or `no position`; empty without positions. */
export function positionWords({ position }: Pick<Finding, 'position'>): string {
  if (position === undefined) return '';
  const { kind, index, met, of } = position;
  if (!met) return 'no position';
  return kind === 'fallback'
    ? `fallback ${index}${of > 1 ? ` of ${of}` : ''}`
    : { preferred: 'preferred', never: 'refused' }[kind];
}

/**
 * Each position of the rule with what the documents say about it, also in words if these differ from those of the finding,
 * and the clause that its author would like to see.
 */
export function positionFacts({ rule, position }: Pick<Finding, 'rule' | 'position'>): Fact[] {
  const { preferred = rule.description, fallbacks = [], never, wording } = rule;
  const triedAs = (kind: Tried['kind'], index?: number) =>
    position?.tried.find((one) => one.kind === kind && one.index === index);
  const decisive = position && triedAs(position.kind, position.index);
  const shown = (name: string, text: string, kind: Tried['kind'], index?: number): Fact => {
    const tried = triedAs(kind, index);
    if (tried === undefined) return { name, value: `not checked: “${text}”` };
    const { label, statement } = tried;
    const said = label === 'NOT FOUND' || statement === decisive?.statement ? '' : ` ${statement}`;
    return { name, value: `${verdictOf(tried)}: “${text}”${said}` };
  };
  return [
    ...(position === undefined
      ? []
      : [
          shown('Preferred position', preferred, 'preferred'),
          ...fallbacks.map((text, at) => shown(`Fallback ${at + 1}`, text, 'fallback', at + 1)),
          ...(never === undefined ? [] : [shown('Refused', never, 'never')]),
        ]),
    ...(wording === undefined ? [] : [{ name: 'Suggested clause', value: wording }]),
  ];
}

function verdictOf({ kind, label, outcome }: Tried): string {
  if (label === 'NOT FOUND') return label;
  const words = { ...metWords, ...(kind === 'never' && refusedWords) };
  return `${words[outcome] ?? outcome}, ${label}`;
}
