import { english } from '../language/english.ts';

/** A word that says of all or of none: `noun` is the stem of the word that it counts, or null if there is none. */
type Quantifier = { says: 'all' | 'none'; noun: string | null };

const pronounsOfAll = new Set(['everybody', 'everyone', 'anybody', 'anyone']);
const counted =
  /\b(?:(?<none>neither|none|no|not (?:all|any|both|each|every))|(?<all>both|either|all|each|any|every))(?: of)?(?: (?:the|these|those|its|their|such))? (?<noun>\p{L}{2,30})/giu;
/** A denied verb. A denial elsewhere, such as "but not abroad", only limits the sentence. */
const deniedVerb =
  /\b(?:(?:may|shall|must|will|can|could|should|do|does|did|is|are|was|were|has|have) (?:not|never)|cannot)\b|n['’]t\b/iu;

/** Words that are not counted but follow the word that counts: "none may assign", "neither of them shall". */
const notCounted = new Set(
  'may shall must can will is are was were has have them us these those which'.split(' '),
);

function quantifiersOf(text: string): Quantifier[] {
  const beside = [...text.matchAll(counted)].map(({ groups = {} }): Quantifier => {
    const noun = groups.noun?.toLowerCase() ?? '';
    return { says: groups.all ? 'all' : 'none', noun: notCounted.has(noun) ? null : english.stem(noun) };
  });
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const alone = words.flatMap((word, at): Quantifier[] => {
    if (pronounsOfAll.has(word)) return [{ says: 'all', noun: null }];
    const next = words[at + 1];
    const isCounted = word === 'no' ? next !== 'one' : next !== undefined && /^n(?:either|one)$/.test(word);
    return english.denyingSubjects.has(word) && !isCounted ? [{ says: 'none', noun: null }] : [];
  });
  return [...beside, ...alone];
}

/**
 * Whether one text says of none what the other one says of all: both parties and neither party, all employees and no
 * employee. If the text that says it of all denies its verb, both can mean the same, and the answer is false.
 */
export function saysOfNoneWhatOtherSaysOfAll(claim: string, sentence: string): boolean {
  const [claimed, stated] = [quantifiersOf(claim), quantifiersOf(sentence)];
  const isAbout = (one: Quantifier, other: Quantifier) =>
    one.noun === null || other.noun === null || one.noun === other.noun;
  return claimed.some((one) => {
    const same = stated.filter((other) => isAbout(one, other));
    const isOpposite = same.length > 0 && same.every(({ says }) => says !== one.says);
    return isOpposite && !deniedVerb.test(one.says === 'all' ? claim : sentence);
  });
}
