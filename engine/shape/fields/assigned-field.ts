import type { Finding } from '../../model/finding.ts';
import { citationScopes, filled, gap, type Meaning } from '../scope.ts';
import type { Leaf } from '../template.ts';
import { citationSources } from './citation-fields.ts';
import { fromFinding, unassessed } from './finding-fields.ts';
import { naturalMeaning } from './meaning.ts';

/** The parts of a finding that can go into a field. */
export const fieldParts = [
  'statement',
  'label',
  'outcome',
  'quote',
  'page',
  'file',
  'value',
  'none',
] as const;
export type FieldPart = (typeof fieldParts)[number];

/** Which part of which finding goes into a leaf. A choice never contains the value itself. */
export type FieldChoice = { pointer: string; finding: Finding; part: FieldPart };

/** The meaning of a leaf according to a choice. The value and its evidence come from the finding. */
export function assignedMeaning({ finding, part }: Omit<FieldChoice, 'pointer'>, leaf: Leaf): Meaning {
  if (part === 'none') return gap('No finding belongs here.');
  if (!finding.assessed) return unassessed(finding);
  if (part === 'label') return fromFinding(finding, finding.label);
  if (part === 'outcome') return fromFinding(finding, finding.outcome);
  if (part === 'value') return onlyValue(finding, leaf);
  if (part === 'statement') return naturalMeaning({ kind: 'finding', finding }, leaf);
  const [first] = citationScopes(finding);
  if (first?.kind !== 'citation') return gap(`No located quote bears on “${finding.rule.name}”.`);
  if (part === 'file') return filled(first.citation.source.name, citationSources(first));
  const asked: Leaf = { kind: 'leaf', types: part === 'page' ? ['integer'] : ['string'], options: null };
  return naturalMeaning(first, asked);
}

function onlyValue(finding: Finding, leaf: Leaf): Meaning {
  const [first, ...more] = finding.values;
  if (!first) return naturalMeaning({ kind: 'finding', finding }, leaf);
  if (more.length > 0)
    return gap(
      `${finding.values.length} values were found for “${finding.rule.name}”: use the name of one of them as the key.`,
    );
  return naturalMeaning({ kind: 'value', finding, value: first }, leaf);
}
