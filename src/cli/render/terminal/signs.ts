import type { Colors, Formatter } from 'picocolors/types.js';
import type { Finding, Label, Outcome } from '../../../../engine/model/finding.ts';
import { labelSigns, outcomeSigns, saysOutcome, signWords } from '../../../services/report/words.ts';

const labelColours: Record<Label | 'notAssessed', (paint: Colors) => Formatter> = {
  CONFIRMED: (paint) => paint.green,
  ESTIMATED: (paint) => paint.yellow,
  'NOT FOUND': (paint) => paint.cyan,
  notAssessed: (paint) => paint.gray,
};

const outcomeColours: Record<Outcome, (paint: Colors) => Formatter> = {
  satisfied: (paint) => paint.green,
  violated: (paint) => paint.red,
  partly_satisfied: (paint) => paint.yellow,
  conflicting: (paint) => paint.magenta,
  not_applicable: (paint) => paint.gray,
  undetermined: (paint) => paint.gray,
  answered: (paint) => paint.blue,
};

export function paintLabel(paint: Colors, label: Label | 'notAssessed', text: string): string {
  return labelColours[label](paint)(text);
}

export function paintOutcome(paint: Colors, outcome: Outcome, text: string): string {
  return outcomeColours[outcome](paint)(text);
}

/** Outcome and label side by side. */
export function badges(paint: Colors, finding: Finding): string {
  const label = finding.label ?? 'notAssessed';
  const labelText = paint.bold(paintLabel(paint, label, signWords(labelSigns[label])));
  if (!saysOutcome(finding)) return labelText;
  return `${paint.bold(paintOutcome(paint, finding.outcome, signWords(outcomeSigns[finding.outcome])))}  ${labelText}`;
}
