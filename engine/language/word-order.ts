import { namesRole } from './roles.ts';

/*
 * Sentences with the phrase or the clause in front of the main clause moved behind it. The sentences are only compared,
 * never shown, so they need not be good English.
 */

/** Matches a sentence with a phrase or a clause in front of its main clause. */
const sentence = /^(?<front>[^,;:.()]{3,200}), (?<main>[^;:]{10,400})$/u;
/** Matches words that begin a phrase or a clause in front of the main clause. */
const frontWords =
  /^(?:(?:not|no) (?:later|earlier|less|more|fewer)|at (?:the latest|least|most)|within|by|before|prior|after|following|upon|on|at|for|in|during|throughout|over|from|until|to|with|under|through|among|between|towards?|where|when|whenever|wherever|if|once|twice|as soon as|as long as|should|while|each|every|annually|yearly|monthly|quarterly|weekly|daily|because|since)\b/i;
/** Matches the beginning of a main clause: a noun phrase or a pronoun, and within a few words a finite verb. */
const mainClause =
  /^(?:(?:the|this|that|these|those|such|each|every|any|all|no|both|either|neither|a|an|its|their|our|your|his|her|it|he|she|they|we|you) |\p{Lu})(?:(?!(?:and|or|which|that|who)\b)[\p{L}\p{N}'’()/&-]{1,40} ){0,14}?(?:shall|must|may|will|can|cannot|should|is|are|was|were|has|have|had|does|do|undertakes?|agrees?|guarantees?|warrants?|covenants?|commits?|needs?|\p{Ll}{3,30}s)\b/u;

/** Matches the first words of a clause that says in which case the main clause applies. */
const caseWords =
  /^(?:where|when|whenever|if|once|as soon as|should|in the event (?:of|that)|in (?:the )?cases? (?:of|where|that))\b ?/i;
/** Matches a clause that says that a party gets to know something. */
const hearing =
  /^(?:.{2,80}? )?(?:(?:becomes?|become|is|are|being|been|gets?) (?:made )?aware of|(?:learns?|hears?) (?:of|about)|(?:discovers?|detects?|finds?|notices?|suspects?|identif(?:y|ies))) (?<what>.{3,120})$/iu;
/** Matches words of the main clause for what the case is about: "inform the customer thereof". */
const pointing =
  /\b(?:thereof|of (?:this|that|it|such)|about (?:this|that|it))(?![\p{L}-])(?! \p{L}{1,30}(?:ing|ion)\b)/iu;
/** Matches a case in which a thing has a state: "a part proves to be defective". */
const stateOfThing =
  /^(?:a|an|any|the|one or more|some) (?<thing>[\p{L}-]{2,30}(?: [\p{L}-]{2,30})?) (?:is|are|proves?|turns? out|becomes?|has been|have been)(?: to be| found to be)? (?<state>[\p{L}-]{3,30})$/iu;
const party =
  /^(?<name>(?:the |any |an? |each |every )?[\p{L}-]{2,30}(?: [\p{L}-]{2,30})?) (?:becomes?|is|are|has|have|\p{Ll}{3,30}s)\b/iu;
const linking = / (?:is|are|was|were|has been|have been|becomes?) /i;
const subjectPronoun = /^(?:it|they|he|she)\b/i;
const objectPronoun = /(?<=\p{L} )(?:it|them)\b(?! (?:is|are|was|were|has|have|shall|must|may|will)\b)/u;
const mostStrange = 2;

/**
 * What is known about the rule:
 * - `ruleCase`: the words of the rule for the case that it is about, such as "if the building is sold"; null if it has none.
 * - `isAsked` tells whether the rule has a word, given in lower case, or another word for it.
 * - `areAlike` tells whether two words, given in lower case, can mean the same.
 */
type RuleWords = {
  ruleCase: string | null;
  isAsked(word: string): boolean;
  areAlike(one: string, other: string): boolean;
};

/**
 * A sentence with the phrase in front of its main clause behind it; empty if it has no such phrase. A case that has
 * mostly words of the rule becomes a part of the main clause, unless the rule names a case too: "shall compensate the
 * shipper for parcels delivered late".
 */
export function frontBehind(text: string, { ruleCase, isAsked, areAlike }: RuleWords): string[] {
  const parts = sentence.exec(text.replace(/[\s.]+$/, ''))?.groups;
  const { front = '', main = '' } = parts ?? {};
  if (!frontWords.test(front) || !mainClause.test(main)) return [];
  const ahead = `${front.charAt(0).toLowerCase()}${front.slice(1)}`;
  const opening = caseWords.exec(ahead)?.[0] ?? null;
  if (opening === null) return [`${main} ${ahead}`];
  const event = ahead.slice(opening.length);
  const acting = withParty(main, event);
  const known = hearing.exec(event)?.groups?.what;
  if (known !== undefined && pointing.test(acting))
    return [acting.replace(pointing, (words) => (/^about/i.test(words) ? `about ${known}` : `of ${known}`))];
  const { thing, state } = stateOfThing.exec(event)?.groups ?? {};
  if (thing !== undefined && state !== undefined && !namesRole([thing.toLowerCase()])) {
    const named = acting.replace(subjectPronoun, `the ${state} ${thing}`);
    const whole = named === acting ? acting.replace(objectPronoun, `the ${state} ${thing}`) : named;
    if (whole !== acting) return [whole];
  }
  if (ruleCase !== null && isAboutRule(event, isAsked) && repeats(event, ruleCase, areAlike))
    return [`${acting} ${ruleCase}`];
  return isAboutRule(event, isAsked) && ruleCase === null
    ? [`${acting} for ${event.replace(linking, ' ')}`]
    : [`${acting} if ${event}`];
}

/** The main clause with the party that acts in the case in place of a pronoun. */
function withParty(main: string, event: string): string {
  const name = party.exec(event)?.groups?.name;
  return name !== undefined && namesRole([name.toLowerCase().split(' ').at(-1) ?? ''])
    ? main.replace(subjectPronoun, name)
    : main;
}

const idle =
  /^(?:if|when|where|whenever|the|an?|any|its?|their|this|that|such|of|in|on|by|to|for|with|is|are|was|were|be|been|being|has|have|had|and|or|one|more|becomes?|occurs?|takes?|place|during|arises?|happens?|under)$/;

/** Whether a case has each word of the rule's case, or another word for it. */
function repeats(event: string, ruleCase: string, areAlike: RuleWords['areAlike']): boolean {
  const own = contentOf(event);
  return contentOf(ruleCase).every((word) => own.some((other) => areAlike(word, other)));
}

function contentOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}-]+/gu) ?? []).filter((word) => !idle.test(word));
}

/** Whether most words of a case are words of the rule, and it has no number, so that it only repeats the rule's case. */
function isAboutRule(event: string, isAsked: RuleWords['isAsked']): boolean {
  if (/\d|\b(?:not|no|only|unless|more|less)\b/i.test(event)) return false;
  const words = contentOf(event);
  const strange = words.filter((word) => !isAsked(word)).length;
  return words.length > strange && strange <= mostStrange && strange <= words.length / 2;
}
