import type { DiffKind } from '../../domain/runs/run-diff.ts';
import { clean } from '../../services/report/clean.ts';
import { labelSigns, outcomeSigns, plural } from '../../services/report/words.ts';
import type { Difference, ResultDiff } from './compare.ts';

const kindWords: Record<DiffKind, string> = {
  new: 'new',
  gone: 'gone',
  outcome_changed: 'other outcome',
  label_changed: 'other label',
  evidence_changed: 'other evidence',
  method_changed: 'other method',
};

/** The differences as text, those that are worse first. The text ends with a line break. */
export function diffText({ differences, counts, before, after }: ResultDiff): string {
  const worseFirst = differences.toSorted((one, other) => Number(other.worse) - Number(one.worse));
  const incomplete = [
    ...(before.incomplete ? ['The earlier result is incomplete.'] : []),
    ...(after.incomplete ? ['The later result is incomplete.'] : []),
  ];
  return [
    ...worseFirst.flatMap(lines),
    `${plural(differences.length, 'difference', 'differences')}, ${counts.worse} worse; ${counts.unchanged} unchanged`,
    ...incomplete,
    '',
  ].join('\n');
}

function lines({ rule, file, changes, worse, before, after }: Difference): string[] {
  const title = file === null ? clean(rule.name) : `${clean(rule.name)} · ${clean(file)}`;
  const kinds = changes.map((kind) => kindWords[kind]).join(', ');
  const answers = [before, after].flatMap((answer) => (answer === null ? [] : [answerWords(answer)]));
  return [`${worse ? '! worse: ' : ''}${title}`, `    ${kinds}: ${[...new Set(answers)].join(' → ')}`];
}

function answerWords({ outcome, label, accepted }: NonNullable<Difference['before']>): string {
  const words = `${outcomeSigns[outcome].word}, ${labelSigns[label ?? 'notAssessed'].word}`;
  return accepted === undefined ? words : `${words}, accepted`;
}
