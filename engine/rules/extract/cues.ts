import type { LeftOutReason, Modality } from './model.ts';

/**
 * How a sentence binds: as a rule with a modality, or in a way that makes no rule. Null: the sentence is not normative.
 */
export type Cue = { modality: Modality } | { reason: LeftOutReason };

const adverbs = String.raw`(?:\s(?:also|always|only|either|further|additionally|hereby|then|therefore|thus|at all times|\w{2,14}ly))?`;
const be = '(?:is|are|be)';

const ban = new RegExp(
  [
    String.raw`\b(?:shall|must)${adverbs}\s(?:not|never|neither|no longer|in no (?:case|event|way))\b(?! only\b)`,
    String.raw`(?<!\bor\s)\bmay\s(?:not|never)\b(?!\s(?:always|necessarily|be able|have|need|know|realize|even|only|yet|be\s(?:a|an|the|in|as|available|aware|sufficient|possible|appropriate|necessary|apparent|adequate|effective|successful|suitable|the same)\b))`,
    String.raw`\b${be}${adverbs}\s(?:not${adverbs}\s(?:permitted|allowed|authori[sz]ed|entitled|acceptable)|(?:prohibited|forbidden|barred|precluded|disallowed))\b`,
    String.raw`\b(?:prohibits?|forbids?)\b`,
    String.raw`(?:^|[,;:]\s|\b(?:and|but)\s)(?:no|neither|no\s?(?:one|body)|none|nothing|in no event|under no circumstances?|at no time)\b[^.;:,]{0,80}\b(?:shall|must|may)\b`,
    String.raw`\b(?:agrees?|undertakes?|covenants?)${adverbs}\snot\sto\b`,
    String.raw`\b(?:is|are)\srequired\snot\sto\b|\b(?:cannot|can\snot)\sbe\s(?:used|shared|disclosed|assigned|transferred)\b`,
    String.raw`\bwill${adverbs}\s(?:not|never)\b`,
    String.raw`^(?:do not|don['’]t|never)\s`,
  ].join('|'),
  'i',
);
const limitedPermission =
  /\bmay\s(?:be\s)?(?:\w+\s){0,2}only\b|\bonly\b[^.;]{0,60}\bmay\b|\bmay\b[^.;]{0,120}\bonly\s(?:if|when|where|with|after|by|for|to|in|on|upon|under|as|once|during|through)\b/i;
const duty = new RegExp(
  [
    String.raw`\b(?:shall|must)\b`,
    String.raw`\b(?:is|are|be)${adverbs}\s(?:required|obliged|obligated|mandatory|compulsory|obligatory|bound to)\b`,
    String.raw`\b(?:has|have|needs?)\sto\b`,
    String.raw`\b(?:agrees?|undertakes?|covenants?)${adverbs}\sto\b`,
    String.raw`\b(?:is|are)${adverbs}\sresponsible\sfor\b`,
    String.raw`\bonly\sif\b`,
    String.raw`^(?:always|ensure|make sure)\s`,
  ].join('|'),
  'i',
);
/** Matches a subject that requires something of somebody; in a subordinate clause it only describes. */
const requiring = /^[^,;]{1,120}?\brequires?\s(?:that\b|(?:[\w’'/-]+\s){1,6}to\b)/i;
const subordinate =
  /^(?:since|because|while|although|as|if|when|where|some|in order|use of some)\b|\b(?:if|not|because|since|when)\b[^,;]{0,60}\brequires?\b/i;
/** Matches clauses that describe a noun: "a sensor that is required to activate the device". */
const relative = /(?<!\brequires? )\b(?:that|which|who|whose)\b[^,;.]{0,200}/gi;
const advice =
  /\bshould\b|\b(?:is|are) (?:strongly |highly )?(?:recommended|encouraged|advised)\b|\bRECOMMENDED\b/i;
/** Matches a "shall" that only allows: "shall be entitled to". */
const right =
  /^[^.;]{0,200}?\b(?:shall|must|will) (?:also |further |each )?(?:be (?:entitled|permitted|allowed|authori[sz]ed|free) to|have the (?:sole |exclusive )?(?:right|option) to|not be (?:required|obliged|obligated) to)\b(?!.*\b(?:shall|must)\b)/i;
const permission =
  /\bMAY\b|\b(?:is|are) (?:\w+ly )?(?:permitted|allowed|entitled|authori[sz]ed) to\b|\b(?:has|have) the right to\b/;
/** Matches words by which a sentence speaks of a duty that may arise, or that arose. */
const possible =
  /\b(?:may|might|could|would|can|if|should|whether|when|where)\b[^.;]{0,40}\b(?:be|being|is|are) (?:\w+ly )?(?:required|obliged|obligated|bound|prohibited|forbidden|responsible|permitted|allowed)\b|\b(?:may|might|could|would|will|not|do|does|did|no|if we|if they) (?:also )?(?:have|need) to\b|\b(?:may|might|could|would) (?:\w+ )?(?:require|prohibit|forbid)\b/i;
/** Matches words that leave the extent of a duty open and do not make the duty itself a possibility. */
const asRequired =
  /\b(?:as|if and as|as and when|where|when) may be (?:reasonably )?(?:required|allowed|permitted)\b/gi;
const past =
  /\b(?:was|were|been|had) (?:\w+ly )?(?:required|obliged|obligated|prohibited|forbidden)\b|\bhad to\b/i;
const firm = /\b(?:shall|must)\b|\bmay (?:not|only)\b/i;
/** A party's "will" binds as "shall" does; anybody else's is a forecast. */
const will = /^([^,;:]{0,60})\bwill\b(?! be able)/i;

const party =
  /[("“]{1,2}(?:the\s+|each,?\s+an?\s+|collectively,?\s+(?:the\s+)?)?["“]?(?<name>\p{Lu}[\p{L}-]{2,30})["”]\)?/gu;
const roles =
  'supplier customer tenant landlord lessee lessor licensee licensor employee employer contractor client company party parties provider vendor buyer seller recipient discloser consultant agent distributor franchisee franchisor controller processor user users members member subscriber borrower lender we you';
const mostParties = 500;

/** The names of the parties of a document, in small letters: "supplier", "company". */
export function partiesIn(text: string): ReadonlySet<string> {
  const parties = new Set(roles.split(' '));
  for (const match of text.matchAll(party)) {
    if (parties.size > mostParties) break;
    parties.add((match.groups?.name ?? '').toLowerCase());
  }
  return parties;
}

/**
 * How a sentence binds; null if it has none of the words with which documents require, forbid, permit or recommend.
 */
export function cueOf(text: string, parties: ReadonlySet<string>): Cue | null {
  if (/\?["”’)]*$/.test(text) && (duty.test(text) || ban.test(text))) return { reason: 'question' };
  if (!firm.test(text)) {
    if (past.test(text)) return { reason: 'past' };
    if (possible.test(text.replace(asRequired, ''))) return { reason: 'possibility' };
    if (advice.test(text)) return { reason: 'recommendation' };
  }
  const isForecast = !firm.test(text) && /\bwill\b/i.test(text) && !isPartyWill(text, parties);
  if (limitedPermission.test(text) && !/\b(?:shall|must)\b/i.test(text)) return { modality: 'permission' };
  if (ban.test(text) && !isForecast) return { modality: denies(text) ? 'prohibition' : 'obligation' };
  if (right.test(text)) return { reason: 'permission' };
  const main = firm.test(text) ? text : text.replace(relative, '');
  if (duty.test(main) || (requiring.test(main) && !subordinate.test(main))) return { modality: 'obligation' };
  if (isPartyWill(text, parties)) return { modality: 'obligation' };
  if (permission.test(text)) return { reason: 'permission' };
  return null;
}

/** Whether the first words that bind a sentence forbid: "shall keep a log and shall not delete it" obliges. */
function denies(text: string): boolean {
  const forbids = ban.exec(text)?.index ?? text.length;
  const obliges = /\b(?:shall|must)\b/i.exec(text)?.index ?? text.length;
  return forbids <= obliges;
}

function isPartyWill(text: string, parties: ReadonlySet<string>): boolean {
  const subject = will.exec(text)?.[1]?.trim();
  if (subject === undefined) return false;
  const words = subject
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return words.length <= 6 && words.some((word, at) => at >= words.length - 2 && parties.has(word));
}
