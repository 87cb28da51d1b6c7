import { forceOf } from '../../../check/words/elements.ts';
import { english } from '../../../language/english.ts';
import { kindOf } from '../../../model/rule.ts';
import { type Found, inDescription } from '../problem.ts';
import { placeOf, type RuleReading, type SentenceReading, shortened, spanOf } from '../reading.ts';

/** Matches verbs that make a text a sentence: modals, auxiliaries and verbs that bind. */
const finite =
  /\b(?:shall|must|may|will|can|cannot|should|ought|would|could|is|are|was|were|has|have|had|does|do|did|needs? to|requires?|prohibits?|forbids?|permits?|allows?|agrees?|undertakes?|warrants?|guarantees?|ensures?|applies|apply|covers?|contains?|includes?|remains?|ends?|begins?|lasts?|expires?|amounts? to|exceeds?)\b/i;
/** Matches a duty without a verb: "No smoking in the building." */
const shortBan = /^\W*no\s+\p{L}/iu;
const weak =
  /\b(?:should|ought to|(?:is|are) (?:\w+ )?(?:recommended|encouraged|advised|urged|invited|expected) to|it is (?:recommended|advisable|desirable|preferable)|(?:aims?|intends?|plans?|seeks?|strives?|endeavou?rs?|tries|try) to|ideally|preferably|(?:would|could|might))\b/i;
const binding =
  /\b(?:shall|must|may|has to|have to|(?:is|are) (?:required|obliged|prohibited|forbidden|permitted))\b/i;
/** Matches participles that describe a state and not an act: "is limited to", "is governed by". */
const states =
  /^(?:limited|governed|based|located|deemed|composed|entitled|permitted|allowed|bound|subject|situated|required|obliged|prohibited|forbidden|authori[sz]ed|valid|made|dated|numbered|related|associated|dedicated|restricted|capped|suited|designed|intended|known|interpreted|construed|considered|understood|qualified|certified|licen[cs]ed|insured|employed|seated|fitted|equipped|fixed|listed|named|set|limited|committed|written|detailed|aligned|separated|unaffected)$/;
const pronoun = /^(?:it|they|he|she)$/;

/** Rules that require nothing, rules that only recommend, and duties that no one has. */
export function checkDuty(reading: RuleReading): Found[] {
  const { rule, sentences } = reading;
  const text = rule.description;
  if (sentences.length === 0) return [];
  const whole = { start: 0, end: text.trimEnd().length };
  if (kindOf(rule) === 'question') {
    if (sentences.filter(asks).length < 2) return [];
    const advice = 'Ask each question in a rule of its own, so that each gets an answer of its own.';
    return [inDescription('compound', whole, 'These are several questions.', advice)];
  }
  // "Backups:" is a topic; a list can follow "The Supplier shall:".
  const isTopic = /:\s*$/.test(text) || !sentences.some(statesSomething);
  if (isTopic) {
    const message = `“${shortened(text.trim(), 80)}” names a topic, but it does not say what shall be done or be true.`;
    return [inDescription('no_duty', whole, message)];
  }
  const bound = sentences.some((sentence) => binding.test(sentence.text));
  return [
    ...(bound ? [] : sentences.flatMap(weakIn).slice(0, 1)),
    ...sentences.slice(0, 1).flatMap((sentence) => actorless(sentence, reading)),
  ];
}

function asks({ text }: SentenceReading): boolean {
  return /\?["”)]*$/.test(text);
}

/** Whether a sentence says what shall be done, what is true or, as a command, what to do. */
function statesSomething(sentence: SentenceReading): boolean {
  const { text } = sentence;
  if (asks(sentence)) return false;
  if (instructs(sentence)) return /\b(?:that|whether|if)\b/i.test(text);
  return finite.test(text) || shortBan.test(text) || commands(sentence) || hasVerb(sentence);
}

/** Whether a sentence only tells the reader where to look: "Check the section about payment." */
function instructs({ text }: SentenceReading): boolean {
  return /^\W*(?:please )?(?:check|look (?:for|at|in|into|up|through)|see|find|search|read|consider|analy[sz]e|summari[sz]e|list|describe|identify|compare)\b/i.test(
    text,
  );
}

function commands(sentence: SentenceReading): boolean {
  return isBeforeObject(sentence, 0);
}

/** Whether a verb in the present follows a subject: "The Supplier encrypts backups", "Servers encrypt backups". */
function hasVerb(sentence: SentenceReading): boolean {
  const { tokens } = sentence;
  return tokens.some(({ word }, at) => {
    const next = tokens[at + 1]?.word ?? '';
    if (at > 0 && isBeforeObject(sentence, at)) return true;
    const isPlural = /[^s]s$/.test(word) && !english.stopWords.has(word);
    return isPlural && tokens.length > 2 && next !== '' && !english.stopWords.has(next);
  });
}

/** Whether an article or a word like it follows a word, as it follows a verb: "encrypt the", "carries out a", not "of the". */
function isBeforeObject({ tokens }: SentenceReading, at: number): boolean {
  const [word = '', next = ''] = [tokens[at]?.word, tokens[at + 1]?.word];
  const canBeVerb = !english.stopWords.has(word) || /^(?:out|up)$/.test(word);
  return canBeVerb && /^(?:an?|the|all|every|each|any|no|its|their|your)$/.test(next);
}

function weakIn({ start, text }: SentenceReading): Found[] {
  const match = weak.exec(text);
  if (!match) return [];
  const message = `“${match[0]}” recommends something, so leaving it undone does not break the rule.`;
  return [inDescription('weak_duty', spanOf(start, match), message)];
}

function actorless(sentence: SentenceReading, { rule }: RuleReading): Found[] {
  const { text, tokens } = sentence;
  if (asks(sentence) || rule.actor !== undefined) return [];
  if (!finite.test(text) && commands(sentence)) {
    const place = placeOf(sentence, tokens[0]);
    const message = `“${place.words} …” is a command that does not say who has to follow it.`;
    return [inDescription('no_actor', place, message)];
  }
  const [subject, modal] = tokens;
  if (subject && modal && pronoun.test(subject.word) && forceOf(modal.word) !== null) {
    const place = placeOf(sentence, subject);
    const message = `“${place.words}” does not say who it is, because each rule is read alone.`;
    return [inDescription('no_actor', place, message)];
  }
  const passiveDuty = toBeDone.exec(text);
  if (passiveDuty === null || states.test(passiveDuty[1] ?? '')) return [];
  const after = text.slice(passiveDuty.index + passiveDuty[0].length);
  if (/\bby\b/.test(after)) return [];
  const message = `“${passiveDuty[0]}” does not say who has to do it.`;
  return [inDescription('no_actor', spanOf(sentence.start, passiveDuty), message)];
}

/** Matches a passive duty: "shall be encrypted". The name of the one who acts would follow "by". */
const toBeDone =
  /\b(?:shall|must|may|will|has to|have to|(?:is|are) (?:required )?to) (?:(?:not|never|always|also|only|\p{L}{2,}ly) ){0,2}be (?:\p{L}{2,}ly )?(?!between\b)(\p{L}{2,}(?:ed|en|pt|ught|ade|ept|ent))\b/iu;
