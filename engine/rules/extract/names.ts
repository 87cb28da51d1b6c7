import { capitalized } from '../../language/letter-case.ts';
import { words } from '../../language/words.ts';

const filler = words(
  'a an the and or of to in for with by on from as at that which is are be been its their this these those any each',
);
/** A name has the heading, and as many words of the act as tell it apart. */
const longestAct = 64;
const longestHeading = 60;

/**
 * A short name for a rule: its heading, and the beginning of its act. A leading condition and an actor before a modal
 * word are left out, because they would fill the name.
 */
export function nameOf(description: string, heading: string | null, actor: string | null): string {
  const sentence = mainClause(description)
    .replace(/\s*\([^()]{0,200}\)/g, '')
    .replace(/^(?:the|a|an|each|any|all)\s+/i, '');
  const act = shortened(withoutActor(sentence, actor), longestAct);
  const own = capitalized(act);
  return heading === null ? own : `${shortened(heading, longestHeading)}: ${own}`;
}

/** "Organizations must limit access" without its actor and modal word; a denial stays. */
function withoutActor(sentence: string, actor: string | null): string {
  if (actor === null || !sentence.toLowerCase().startsWith(actor.toLowerCase())) return sentence;
  const rest = /^\s(?:shall|must|will|has to|have to|needs? to|(?:is|are) required to)\s(?=\p{L})/iu.exec(
    sentence.slice(actor.length),
  );
  return rest ? sentence.slice(actor.length + rest[0].length) : sentence;
}

/** The names, or the ids, that earlier rules have. Names are compared in small letters, ids by `String`. */
export class Taken {
  readonly #all: Set<string>;
  readonly #keyOf: (one: string) => string;

  constructor(earlier: readonly string[], keyOf = (one: string) => one.toLowerCase()) {
    this.#all = new Set(earlier.map(keyOf));
    this.#keyOf = keyOf;
  }

  /** The name, or another one if it is taken: with the number of the rule's clause, then with a count. */
  name(name: string, clause: string | undefined): string {
    if (clause === undefined || !this.#all.has(this.#keyOf(name))) return this.#counted(name, ' ');
    return this.#counted(`${name} (${clause})`, ' ');
  }

  /** The id, or the id with a count if it is taken. */
  id(id: string): string {
    return this.#counted(id, '.');
  }

  #counted(base: string, divider: string): string {
    let own = base;
    for (let count = 2; this.#all.has(this.#keyOf(own)); count += 1) own = `${base}${divider}${count}`;
    this.#all.add(this.#keyOf(own));
    return own;
  }
}

const conditionStart =
  /^(?:if|when|whenever|where|unless|since|because|while|in|to|for|upon|before|after|during|prior to|subsequent to|following|at|on|as|by|with|without|under|otherwise|however|notwithstanding|regardless)\b/i;

/** Matches what can begin the main clause after an introduction. */
const subjectStart =
  /^(?:the|an?|each|every|any|all|no|it|they|this|these|such|both|either|neither|we|you|its|their|\p{Lu}\p{L}+)\s/u;
const modal = /\b(?:shall|must|may|will|is|are|has|have|should)\b/i;
const longestIntroduction = 400;

/** A sentence without the condition or circumstance in front of it. */
export function mainClause(sentence: string): string {
  if (!conditionStart.test(sentence)) return sentence;
  const rests = [...sentence.slice(0, longestIntroduction).matchAll(/,\s/g)]
    .map(({ index }) => sentence.slice(index + 1).trim())
    .filter((rest) => modal.test(rest));
  const rest = rests.find((one) => subjectStart.test(one)) ?? rests[0];
  return rest === undefined ? sentence : mainClause(rest);
}

function shortened(text: string, longest: number): string {
  const plain = text.replace(/[.;:,]+$/, '');
  if (plain.length <= longest) return plain;
  const kept = plain
    .slice(0, longest + 1)
    .split(/\s+/)
    .slice(0, -1);
  while (kept.length > 3 && filler.has((kept.at(-1) ?? '').toLowerCase().replace(/\W+$/, ''))) kept.pop();
  return `${kept.join(' ').replace(/[.;:,–—-]+$/, '')} …`;
}
