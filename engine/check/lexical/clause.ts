import type { Language } from '../../language/language.ts';
import type { Token } from '../../language/tokens.ts';

/** How a sentence states an act: as a duty, as advice, as a permission or as a fact. */
export type Modality = 'duty' | 'advice' | 'permission' | 'fact';

/**
 * How a sentence uses the verb at token `at`. `modality` is null if no modal or auxiliary governs the verb; `twice`
 * means that the verb is negated twice.
 */
export type VerbUse = { at: number; modality: Modality | null; negated: boolean; twice: boolean };

/**
 * Maximum number of tokens between a modal or a negation and a verb that it governs: "shall not, except ..., disclose".
 * Measured on contracts.
 */
export const reach = 14;
/** Maximum number of tokens between a negated subject and its modal: "nothing in this agreement shall". */
const subjectReach = 10;
/** Maximum number of tokens between an auxiliary and its verb. */
const auxiliaryReach = 4;

/** The modality of a word, or null when the word is not a modal. */
export function modalityOf(word: string, language: Language): Modality | null {
  if (language.duties.has(word)) return 'duty';
  if (language.advices.has(word)) return 'advice';
  if (language.permissions.has(word)) return 'permission';
  return null;
}

/**
 * The positions where a term is a verb, not a noun ("shall return", not "after its return"), with the modal and the
 * negation that govern it. A modal governs all verbs that follow it up to the next modal.
 */
export function verbUses(tokens: readonly Token[], term: string, language: Language): VerbUse[] {
  return tokens.flatMap((token, at): VerbUse[] =>
    token.term === term && isVerb(tokens, at, language) ? [governedAt(tokens, at, language)] : [],
  );
}

/**
 * How the verb at a position is governed: by the modal before it or by an auxiliary close to it, and whether it is
 * negated.
 */
export function governedAt(tokens: readonly Token[], at: number, language: Language): VerbUse {
  const word = (place: number): string => tokens[place]?.word ?? '';
  let denied = word(at - 1) === 'without';
  let prohibited = false;
  let twice = false;
  let modality: Modality | null = null;
  for (let before = at - 1; before >= Math.max(0, at - reach); before -= 1) {
    if (language.prohibitions.has(word(before))) prohibited = true;
    else if (isDenial(word(before), language)) denied = true;
    modality = modalityOf(word(before), language);
    if (modality === null) continue;
    let first = before;
    for (; governs(word(first - 1), language); first -= 1) {
      if (isDenial(word(first - 1), language)) denied = true;
    }
    if (deniesSubject(tokens, first, language)) {
      twice = denied;
      denied = true;
    }
    break;
  }
  if (modality === null) {
    const from = Math.max(0, at - auxiliaryReach);
    if (tokens.slice(from, at).some((token) => language.present.has(token.word))) modality = 'fact';
  }
  return { at, modality, negated: denied !== prohibited, twice };
}

/** Whether a word forms one group with the modal next to it, as in "will not be entitled to". */
function governs(word: string, language: Language): boolean {
  return language.auxiliaries.has(word) || isDenial(word, language) || modalityOf(word, language) !== null;
}

function isDenial(word: string, language: Language): boolean {
  return language.negations.has(word) && !language.prohibitions.has(word) && word !== 'without';
}

function deniesSubject(tokens: readonly Token[], modal: number, language: Language): boolean {
  for (let before = modal - 1; before >= Math.max(0, modal - subjectReach); before -= 1) {
    const word = tokens[before]?.word ?? '';
    if (language.denyingSubjects.has(word)) return true;
    if (modalityOf(word, language) || language.conditions.has(word) || language.auxiliaries.has(word))
      return false;
  }
  return false;
}

function isVerb(tokens: readonly Token[], at: number, language: Language): boolean {
  const word = tokens[at]?.word ?? '';
  if (language.isNoun(word)) return false;
  let before = at - 1;
  while (before >= 0 && language.isAdverb(tokens[before]?.word ?? '')) before -= 1;
  const previous = tokens[before]?.word ?? '';
  if (previous === 'to') return true;
  if (language.determiners.has(previous)) return false;
  if (language.prepositions.has(previous)) return word.endsWith('ing');
  for (let place = at - 1; place >= Math.max(0, at - reach); place -= 1) {
    const other = tokens[place]?.word ?? '';
    if (other === 'to' || modalityOf(other, language) || language.auxiliaries.has(other)) return true;
  }
  return false;
}
