import { jurisdictionOf, jurisdictionsIn } from '../../../language/jurisdictions.ts';
import { predicateWords, subjectWords, tailWords } from '../../../language/law-words.ts';
import { documentWords } from '../../../language/roles.ts';

/** The law that a sentence chooses for its document. `document` is the word with which it names the document. */
export type ChosenLaw = { place: string; document: string };

/** A longer sentence is not read as a choice of law, because it can say more. */
const mostWords = 160;

const verb = /^(?:governed|construed|interpreted|enforced|regulated|controlled|subject)$/;
const governs = /^(?:governs?|controls?|appl(?:y|ies))$/;
const binding = /^(?:shall|will|must|is|are)$/;
/** Words which say that a choice covers only a part, depends on a condition, or is denied. */
const limiting =
  /^(?:not|no|nor|never|neither|except|excepting|save|unless|if|where|when|until|till|formerly|previously|longer|section|sections|article|articles|clause|clauses|paragraph|exhibit|schedule|annex|appendix|only|but|provided|draft|proposed|example|ceases?|instead|rather|former|previous|prior|superseded|that)$/;
const heading =
  /^\W*(?:(?:section|clause|article)\s+)?(?:[\dIVX]+[\d.]*[.)]?\s+|\(\w{1,3}\)\s+)?(?:(?:governing|applicable|choice of|controlling)\s+laws?(?:\s*(?:and|;|,|\/)\s*(?:jurisdiction|venue|forum|disputes?))?\s*[.:;–—-]*\s+)?/i;
const state = /^(?:state|commonwealth|province|republic|kingdom|principality|duchy)$/;

/**
 * The law that a sentence chooses for its whole document; null for a sentence with any word that is not known to leave
 * the choice as it is. `this Agreement shall be governed by the laws of the State of Ohio, without regard to its conflict
 * of laws rules` chooses the law of Ohio, and the same with "except clause 7" chooses nothing.
 */
export function chosenLaw(text: string): ChosenLaw | null {
  const plain = text.normalize('NFKC').replace(/\s+/g, ' ').trim();
  const own = plain.replace(heading, '') || plain;
  return lawIn(wordsOf(own)) ?? lawIn(wordsOf(plain));
}

/**
 * The law that a sentence probably chooses: it speaks of governing a document or of a choice of law, and names a single
 * place with a law. Null for other sentences, and for one with words that limit, deny or defer the choice.
 */
export function likelyLaw(text: string): string | null {
  const plain = text.normalize('NFKC').replace(/\s+/g, ' ').replace(conflicts, '');
  const at = choosing.map((pattern) => plain.search(pattern)).find((found) => found >= 0);
  if (at === undefined || limited.test(plain)) return null;
  const places = new Set(jurisdictionsIn(plain.slice(at)));
  const [place] = places;
  return place !== undefined && places.size === 1 ? place : null;
}

/** Match words which say that a law governs a document, or that the parties choose one. */
const choosing = [
  /\b(?:govern(?:s|ed|ing)?|constru(?:e|ed|ing)|interpret(?:ed|ing)?|subject to)\b[^.;]{0,120}\blaws?\b/i,
  /\blaws? of [^.;]{2,80}\b(?:governs?|appl(?:y|ies))\b/i,
  /\b\p{Lu}[\p{L}-]+ law (?:(?:shall|will|must|exclusively|alone) ?){0,2}(?:governs?|appl(?:y|ies))\b/u,
  /\b(?:cho(?:ose|sen|se)|agreed? (?:on|upon)|opt(?:ed)? for|elect(?:ed)?|select(?:ed)?|settled? on|submit)\b[^.;]{0,60}\blaws?\b/i,
  /\b(?:governing|proper|applicable) law\b/i,
  /\blaws? (?:that|which) (?:governs?|appl(?:y|ies))\b/i,
  /\b(?:this|the) (?:\p{L}+ )?(?:agreement|contract|lease|licen[cs]e|deed)\b[^.;]{0,40}\b(?:under|determined by) [^.;]{0,40}\blaws?\b/iu,
];
/** Matches the exclusion of conflict rules: "without regard to principles of conflicts of law that would …". */
const conflicts =
  /,? (?:without (?:regard|reference|giving (?:any )?effect|effect) to|irrespective of|regardless of) (?:(?!\b(?:except|but|provided|unless|save)\b)[^.;]){0,80}?\b(?:conflicts?|choice)\b(?:(?!\b(?:except|but|provided|unless|save)\b)[^.;]){0,240}/i;
const limited =
  /\b(?:not|except|unless|other than section|formerly|previously|no longer|proposed|draft|against|exclud(?:e|es|ed|ing) the laws?|may|might|could|later|whether|would|consider(?:s|ed|ing)?|discuss(?:es|ed|ing)?)\b/i;

function lawIn(all: readonly string[]): ChosenLaw | null {
  if (all.length > mostWords) return null;
  return afterSubject(all) ?? beforeSubject(all) ?? ofGoverningLaw(all);
}

/** "This Agreement shall be governed by …". */
function afterSubject(all: readonly string[]): ChosenLaw | null {
  const at = all.findIndex((word) => verb.test(lower(word)));
  if (at < 2) return null;
  const subject = all.slice(0, at).map(lower);
  const document = documentIn(subject);
  const modal = subject.findLastIndex((word) => binding.test(word));
  if (document === null || modal < 0 || subject.some((word) => limiting.test(word))) return null;
  if (
    !subject
      .slice(modal + 1)
      .every((word) => /^(?:be|also|hereby|exclusively|solely|in|all|respects|,)$/.test(word))
  )
    return null;
  const named = namedLaw(all, at);
  if (!named || !all.slice(at, named.from).every((word) => predicateWords.has(lower(word)))) return null;
  return isTail(all.slice(named.to), named.place) ? { place: named.place, document } : null;
}

/** "The laws of the State of Ohio govern this Agreement". */
function beforeSubject(all: readonly string[]): ChosenLaw | null {
  const named = namedLaw(all, 0);
  if (
    !named ||
    !all.slice(0, named.from).every((word) => /^(?:the|internal|substantive|laws?)$/.test(lower(word)))
  )
    return null;
  const rest = all.slice(named.to);
  const at = rest.findIndex((word) => governs.test(lower(word)));
  if (at < 0) return null;
  const before = rest.slice(0, at).filter((word) => !/^(?:shall|will|must)$/.test(lower(word)));
  const subject = rest.slice(at + 1).map(lower);
  const document = documentIn(subject);
  const isWhole = subject.every((word) => subjectWords.has(word) || documentWords.test(word));
  return document !== null && isWhole && isTail(before, named.place)
    ? { place: named.place, document }
    : null;
}

/** "The governing law must be the law of Ohio". */
function ofGoverningLaw(all: readonly string[]): ChosenLaw | null {
  const words = all.map(lower);
  const modal = words.findIndex((word) => binding.test(word));
  const subject = words.slice(0, modal);
  const isLaw = /^(?:the )?(?:governing|applicable) law(?: (?:of|for) (?:this|the) \w+)?$/.test(
    subject.join(' '),
  );
  if (modal < 0 || !isLaw) return null;
  const named = namedLaw(all, modal);
  if (!named || !words.slice(modal + 1, named.from).every((word) => /^(?:be|the|that|laws?)$/.test(word)))
    return null;
  return isTail(all.slice(named.to), named.place)
    ? { place: named.place, document: documentIn(subject) ?? 'agreement' }
    : null;
}

/**
 * The word with which a sentence names the document that it is a part of: "this Master Agreement", "the agreement". Null
 * if anything else comes before it.
 */
function documentIn(words: readonly string[]): string | null {
  const at = words.findIndex((word) => documentWords.test(word) && !part.test(word));
  const pointer = words.slice(0, at).findLastIndex((word) => /^(?:this|the|these)$/.test(word));
  if (at < 0 || pointer < 0 || at - pointer > (words[pointer] === 'the' ? 1 : 5)) return null;
  return words.slice(0, pointer).every((word) => subjectWords.has(word)) ? (words[at] ?? null) : null;
}

/** Matches words for parts of a document. */
const part = /^(?:sections?|clauses?|conditions?|text|terms|report|minutes)$/;

/** The first law with a name at or after `from`: "laws of the State of Ohio", "Ohio law". */
function namedLaw(all: readonly string[], from: number): { from: number; to: number; place: string } | null {
  for (let at = from; at < all.length; at += 1) {
    if (!/^laws?$|^that$/.test(lower(all[at] ?? ''))) continue;
    if (lower(all[at + 1] ?? '') === 'of') {
      const begin = at + 2 + (lower(all[at + 2] ?? '') === 'the' ? 1 : 0);
      for (let end = Math.min(all.length, begin + 8); end > begin; end -= 1) {
        const place = placeOf(all.slice(begin, end));
        if (place !== null) return { from: at, to: end, place };
      }
    } else {
      for (let begin = Math.max(from, at - 4); begin < at; begin += 1) {
        const place = placeOf(all.slice(begin, at));
        if (place !== null) return { from: begin, to: at + 1, place };
      }
    }
  }
  return null;
}

function placeOf(words: readonly string[]): string | null {
  const isName = words.every(
    (word) => /^\p{Lu}/u.test(word) || /^(?:of|and|the)$/.test(word) || state.test(word),
  );
  return isName ? jurisdictionOf(words.join(' ')) : null;
}

/** Whether the words after a law leave the choice as it is. They may name the same place again, and no other one. */
function isTail(rest: readonly string[], place: string): boolean {
  const own = new Set(place.split(' '));
  return rest.every((word) => tailWords.has(lower(word)) || own.has(lower(word)));
}

function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}][\p{L}\p{N}.'’/-]*|[,;:()]/gu) ?? []).map((word) =>
    word.replace(/\.+$/, ''),
  );
}

function lower(word: string): string {
  return word.toLowerCase();
}
