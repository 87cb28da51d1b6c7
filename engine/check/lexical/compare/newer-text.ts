import type { Language } from '../../../language/language.ts';
import { meanAlike } from '../../../language/synonyms.ts';
import { tokenize } from '../../../language/tokens.ts';
import type { Outcome } from '../../../model/finding.ts';
import { replaces } from '../in-force/effect.ts';
import type { Bearing } from '../in-force/standing.ts';
import { limitsOf } from '../parse/limits.ts';
import { parseStatement, plainStatement, type Statement } from '../parse/statement.ts';
import type { Asked } from './asked.ts';
import { type Comparison, compare } from './compare.ts';
import { compareLimits } from './compare-limits.ts';
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
  const normal = text.normalize('NFKC');
  const tokens = tokenize(normal, language);
  const terms = tokens.map(({ term }) => term);
  const shared = asked.objects.filter((one) => terms.some((term) => meanAlike(one, term)));
  // A passage that only mentions the clause states a value for the clause only if both are about the same subject.
  if (effect === 'mentions' && shared.length < Math.min(2, asked.objects.length)) return false;
  const own = limitsOf(tokens, normal, language);
  return limits.some(
    ({ stated }) => stated !== null && own.some(({ dimension }) => dimension === stated.dimension),
  );
}

/** The outcome according to the text or the value with which an amendment replaces the clause's own. */
export function newerOutcome(
  bearing: Bearing,
  { statement, limits }: Comparison,
  asked: Asked,
  language: Language,
): Exclude<Outcome, 'not_applicable'> {
  const newer = newText(bearing, asked, language);
  if (newer) {
    const plain = plainStatement(newer, language, asked.known);
    const outcomes = [newer, ...(plain ? [plain] : [])].flatMap(
      (one) => verdictOf(compare(asked, one, language)).outcome ?? [],
    );
    return new Set(outcomes).size === 1 ? (outcomes[0] ?? 'undetermined') : 'undetermined';
  }
  const [own] = limits;
  if (!own?.stated || limits.length !== 1) return 'undetermined';
  const normal = bearing.text.normalize('NFKC');
  const stated = limitsOf(tokenize(normal, language), normal, language);
  const bound = own.stated;
  const other = stated
    .filter(({ dimension }) => dimension === bound.dimension)
    .map((limit) => ({
      ...limit,
      bound: limit.bound === 'exact' ? bound.bound : limit.bound,
      role: bound.role,
    }));
  const changed = other.filter(({ value, exact }) => value * exact !== bound.value * bound.exact);
  if (changed.length !== 1) return 'undetermined';
  const [verdict] = compareLimits(asked.statement.limits, changed, asked.statement.binding.force);
  if (verdict?.verdict === 'met') return 'satisfied';
  return verdict?.verdict === 'broken' && statement.binding.force !== 'unclear' ? 'violated' : 'undetermined';
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
