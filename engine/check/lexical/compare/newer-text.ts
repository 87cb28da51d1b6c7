import type { Language } from '../../../language/language.ts';
import { normalForm } from '../../../language/normal-form.ts';
import { tokenize } from '../../../language/tokens.ts';
import type { Outcome } from '../../../model/finding.ts';
import type { Bearing } from '../in-force/bearing.ts';
import { changes, replaces } from '../in-force/effect.ts';
import { type Limit, limitsOf } from '../parse/limits.ts';
import { parseStatement, plainStatement, type Statement } from '../parse/statement.ts';
import { type Asked, objectsIn } from './asked.ts';
import { type Comparison, compare } from './compare.ts';
import { compareLimits } from './compare-limits.ts';
import { likelyVerdict } from './likely-verdict.ts';
import { verdictOf } from './verdict.ts';

/**
 * Whether a passage changes a clause. Either the passage says so, or it contains a new text of the clause, or it is
 * outside the clause, names the clause and contains a value of the kind that the rule asks for.
 */
export function isChange(
  bearing: Bearing,
  { limits }: Comparison,
  asked: Asked,
  language: Language,
): boolean {
  const { text, where, effect } = bearing;
  if (effect === 'changes' || newText(bearing, asked, language)) return true;
  if (where !== 'elsewhere' || effect === 'keeps') return false;
  const shared = objectsIn(text, asked, language);
  // A passage that only mentions the clause states a value for the clause only if both are about the same subject.
  if (effect === 'mentions' && shared.length < Math.min(2, asked.objects.length)) return false;
  const own = limitsIn(text, language);
  return limits.some(
    ({ stated }) =>
      stated !== null &&
      own.some(({ dimension }) => dimension === stated.dimension) &&
      saysChange(text, own, stated),
  );
}

/** The outcome according to the text or the value with which an amendment replaces the clause's own. */
export function newerOutcome(
  bearing: Bearing,
  { statement, limits }: Comparison,
  asked: Asked,
  language: Language,
): Exclude<Outcome, 'not_applicable' | 'answered'> {
  const newer = newText(bearing, asked, language);
  if (newer) {
    const plain = plainStatement(newer, language, asked.known);
    const outcomes = [newer, ...(plain ? [plain] : [])].flatMap((one) => {
      const comparison = compare(asked, one, language);
      return verdictOf(comparison).outcome ?? likelyVerdict(comparison, asked, language).outcome ?? [];
    });
    const [outcome] = outcomes;
    if (outcome !== undefined) return new Set(outcomes).size === 1 ? outcome : 'undetermined';
  }
  const value = replacingValue(bearing.text, limits, language);
  if (!value) return 'undetermined';
  const [compared] = compareLimits(asked.statement.limits, [value], asked.statement.binding.force);
  if (compared?.verdict === 'met') return 'satisfied';
  return compared?.verdict === 'broken' && statement.binding.force !== 'unclear'
    ? 'violated'
    : 'undetermined';
}

/**
 * The outcome by what a passage elsewhere probably puts in the place of a clause: a sentence that states the rule's duty
 * after a colon, or a value of the same kind that differs from the clause's own. Null if the passage has neither.
 */
export function likelyNewer(
  { text, where }: Bearing,
  { limits }: Comparison,
  asked: Asked,
  language: Language,
): 'satisfied' | 'violated' | 'partly_satisfied' | null {
  if (where !== 'elsewhere') return null;
  const [, ...parts] = text.split(/:\s/);
  const newer = parts.join(': ');
  if (newer.split(' ').length >= shortestText) {
    const { outcome } = likelyVerdict(
      compare(asked, parseStatement(newer, language, asked.known), language),
      asked,
      language,
    );
    if (outcome !== null) return outcome;
  }
  const [own] = limits;
  const value = replacingValue(text, limits, language);
  if (!own?.stated || !value || !saysChange(text, limitsIn(text, language), own.stated)) return null;
  const [compared] = compareLimits(asked.statement.limits, [value], asked.statement.binding.force);
  if (compared?.likely === 'met') return 'satisfied';
  return compared?.likely === 'broken' ? 'violated' : null;
}

/**
 * The value that a passage puts in the place of the only limit of a clause: the one value of the same kind that differs
 * from the clause's own. It bounds the same thing in the same way, unless the passage says otherwise. Null if the passage
 * has no such value or several.
 */
function replacingValue(text: string, limits: Comparison['limits'], language: Language): Limit | null {
  const [own] = limits;
  if (!own?.stated || limits.length !== 1) return null;
  const { stated } = own;
  const others = limitsIn(text, language).filter(
    (limit) => isOfKind(limit, stated) && limit.value * limit.exact !== stated.value * stated.exact,
  );
  const [other] = others;
  if (!other || others.length > 1) return null;
  const isBare = other.bound === 'exact';
  return {
    ...other,
    bound: isBare ? stated.bound : other.bound,
    strict: isBare ? stated.strict : other.strict,
    role: stated.role,
  };
}

/** Whether two limits bound the same kind of thing: days and weeks, or numbers of offers. */
function isOfKind({ dimension, terms }: Limit, other: Limit): boolean {
  const isCounted = terms.length > 0 || other.terms.length > 0;
  return dimension === other.dimension && (!isCounted || terms.some((term) => other.terms.includes(term)));
}

function limitsIn(text: string, language: Language): Limit[] {
  const normal = normalForm(text);
  return limitsOf(tokenize(normal, language), normal, language);
}

const fromNowOn =
  /\b(?:with effect from|as of|as from|from now on|henceforth|onwards?|formerly|now|(?:rises?|raised|increases?|increased|goes up|falls?|lowered|reduces?|reduced|extended|shortened|becomes?) to)\b/i;

/** Whether a passage says that a value changes: by its words, or because it also has the value of the clause. */
function saysChange(text: string, own: readonly Limit[], stated: Limit): boolean {
  return (
    changes(text) ||
    fromNowOn.test(text) ||
    own.some(
      ({ dimension, value, exact }) =>
        dimension === stated.dimension && value * exact === stated.value * stated.exact,
    )
  );
}

/**
 * The new text of a clause, without the words that introduce it: "Clause 7 now reads: …". Null if the passage contains
 * none.
 */
function newText({ text, where, line }: Bearing, asked: Asked, language: Language): Statement | null {
  if (where !== 'elsewhere' || !line) return null;
  const statement = parseStatement(text, language, asked.known);
  const { opening, tokens, first } = statement;
  return opening !== null && replaces(opening) && tokens.length - first >= shortestText ? statement : null;
}

/** A sentence with a duty has at least this many words. */
const shortestText = 5;
