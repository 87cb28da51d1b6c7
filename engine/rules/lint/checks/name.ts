import { datesOf } from '../../../label/dates.ts';
import { type Quantity, quantitiesOf, saysSame } from '../../../label/quantities.ts';
import { normalForm } from '../../../language/normal-form.ts';
import type { Found } from '../problem.ts';
import type { RuleReading } from '../reading.ts';

const denying =
  /^\W*(?:no|never|do not|don't|not)\b|\b(?:prohibition|prohibited|forbidden|ban|banned|not (?:allowed|permitted))\b/i;
const negative =
  /\b(?:no|not|never|nor|neither|without|cannot|prohibit\w*|forbid\w*|forbidden|ban(?:s|ned)?|refrain\w*|exclu\w+|except|unless|free|refus\w+|den(?:y|ies|ied)|limit\w*|restrict\w*|only|zero|prevent\w*|avoid\w*|waive\w*|block\w*|reject\w*|disabl\w+|remov\w+)\b/i;

/** Rules whose name has another number than the description, or a denial that the description lacks. At most one problem a rule. */
export function checkName(reading: RuleReading): Found[] {
  const { rule, sentences } = reading;
  if (sentences.length === 0) return [];
  const found = otherNumber(reading) ?? otherForce(reading);
  if (found === null) return [];
  const start = rule.name.length - rule.name.trimStart().length;
  return [{ field: 'name', start, end: rule.name.trimEnd().length, code: 'name_differs', ...found }];
}

type Difference = Partial<Pick<Found, 'start' | 'end'>> & Pick<Found, 'message'>;

function otherNumber({ rule }: RuleReading): Difference | null {
  const [inName, inText] = [rule.name, rule.description].map(numbersOf);
  if (!inName || !inText || inText.length === 0) return null;
  const other = inName.find((one) => !inText.some((each) => isSame(one, each)));
  if (!other) return null;
  return {
    start: other.start,
    end: other.end,
    message: `The name says “${rule.name.slice(other.start, other.end)}”, but the description does not.`,
  };
}

/** The numbers of a text in digits or with a unit: in "Two signatures", the number is part of the wording. */
function numbersOf(text: string): Quantity[] {
  if (normalForm(text) !== text) return [];
  const dates = datesOf(text);
  return quantitiesOf(text).filter(
    ({ start, unit, text: words }) =>
      (/\d/.test(words) || unit !== null) && !dates.some((date) => date.start <= start && start < date.end),
  );
}

/** Whether two numbers can mean the same: the same value, or the same quantity in other units. */
function isSame(one: Quantity, other: Quantity): boolean {
  return saysSame(one, other) || saysSame(other, one);
}

function otherForce({ rule, sentences }: RuleReading): Difference | null {
  const denied = denying.exec(rule.name);
  const binds = sentences.every(({ elements }) => elements.some(({ kind }) => kind === 'force'));
  if (!denied || !binds || negative.test(rule.description)) return null;
  return { message: `The name says “${denied[0].trim()}”, but the description requires or permits the act.` };
}
