import { forceOf } from '../../../check/words/elements.ts';
import { kindOf } from '../../../model/rule.ts';
import { type Found, inDescription } from '../problem.ts';
import { placeOf, type RuleReading, type SentenceReading, shortened, spanOf } from '../reading.ts';
import { nounVerbs, plainVerbs } from '../words/verbs.ts';

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

function commands({ tokens }: SentenceReading): boolean {
  const word = tokens[0]?.word ?? '';
  const next = tokens[1]?.word ?? '';
  return (
    (plainVerbs.has(word) || nounVerbs.has(word)) &&
    /^(?:a|an|the|all|every|each|any|no|its|their|your|at|to|only)$/.test(next)
  );
}

/** Whether a verb in the present follows a subject: "The Supplier encrypts backups." */
function hasVerb({ tokens }: SentenceReading): boolean {
  return tokens.some(({ word }, at) => {
    const before = tokens[at - 1]?.word ?? '';
    // A plural subject has a verb without an ending: "Servers encrypt backups."
    if (at === 0 || at === tokens.length - 1 || !(word.endsWith('s') || before.endsWith('s'))) return false;
    const base = word.replace(/(?<=s|x|ch|sh|o)es$|s$/, '');
    const isVerb = plainVerbs.has(base) || plainVerbs.has(word.replace(/ies$/, 'y'));
    return isVerb && !/^(?:of|for|on|to|the|a|an|and|or|by)$/.test(before);
  });
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
  if (commands(sentence)) {
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
  const impersonal = impersonalBan.exec(text);
  if (
    impersonal &&
    !/\b(?:which|that|who)\b/.test(text.slice(0, impersonal.index)) &&
    !/\b(?:for|by|from|to)\b/.test(text.slice(impersonal.index + impersonal[0].length))
  )
    return [passive(sentence, impersonal)];
  const passiveDuty = toBeDone.exec(text);
  if (passiveDuty === null || states.test(passiveDuty[1] ?? '')) return [];
  const after = text.slice(passiveDuty.index + passiveDuty[0].length);
  return /\bby\b/.test(after) ? [] : [passive(sentence, passiveDuty)];
}

/** Matches a passive duty: "shall be encrypted". The name of the one who acts would follow "by". */
const toBeDone =
  /\b(?:shall|must|may|will|has to|have to|(?:is|are) (?:required )?to) (?:(?:not|never|always|also|only|\p{L}{2,}ly) ){0,2}be (?:\p{L}{2,}ly )?(\p{L}{2,}(?:ed|en|pt|ught|ade|ept|ent))\b/iu;

/** Matches a ban or a duty that names no one: "Smoking is prohibited." */
const impersonalBan =
  /\b(?:is|are) (?:strictly |not )?(?:prohibited|forbidden|banned|mandatory|compulsory|permitted|allowed)\b/i;

function passive({ start }: SentenceReading, match: RegExpExecArray): Found {
  return inDescription('no_actor', spanOf(start, match), `“${match[0]}” does not say who has to do it.`);
}
