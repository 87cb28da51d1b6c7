import { irrelevance } from '../../../language/effect-words.ts';
import { changes, type Effect, effectOf, hasEffectWords } from './effect.ts';
import { likelyEffect } from './likely-effect.ts';
import type { Naming } from './references.ts';

/** Matches a sentence which says where something is stated: "Detailed requirements are provided in Section 5". */
const states =
  /\b(?:provided|described|set (?:out|forth)|contained|included|given|found|specified|defined|listed|detailed|discussed|stated|presented) in (?:the )?(?:sections?|clauses?|articles?|paragraphs?|chapters?|parts?|items?|notes?|§+)\b/i;
/** Matches a sentence which says that clauses outlast the document: "Sections 7 to 9 shall survive termination". */
const outlasts = /\bsurviv(?:e|es|al|ing)\b/i;

/** Whether a sentence only says where something is stated, or that clauses outlast the document. */
export function isPointer(text: string): boolean {
  return states.test(text) || (outlasts.test(text) && !/\b(?:not|no)\b/i.test(text));
}

const value =
  /\d\s|["“:]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)\b/i;

/**
 * The effect of a sentence on a clause that it names. Only a sentence whose subject or object is the clause ends,
 * limits or changes it.
 */
export function effectOn(text: string, label: string, how: Naming): Effect {
  if (isPointer(text) && !hasEffectWords(text)) return 'mentions';
  const effect = effectOf(text);
  if (how === 'names') return effect === 'keeps' && irrelevance.test(text) ? effect : 'unclear';
  if (how === 'mentions') return hasEffectWords(text) ? 'unclear' : 'mentions';
  const rest = text.replaceAll(label, '');
  const isChange = changes(text) && (effect !== 'keeps' || /\d|["“]/.test(rest));
  return isChange && value.test(rest) ? 'changes' : effect;
}

/** Matches words that apply a numbered clause in another duty: "as set forth in Section 7", "subject to clause 7". */
const applying =
  /\(?(?:\b(?:except|other than|unless|only) )?\b(?:as (?:may be )?(?:otherwise )?(?:expressly )?(?:set (?:out|forth)|provided(?: for)?|permitted|described|defined|specified|contemplated|required) (?:in|by|under)|subject to) (?:the (?:terms|provisions)(?: and conditions)? of )?(?:sections?|clauses?|articles?|paragraphs?|§) ?[\w.()]+/gi;

/**
 * What a sentence probably says about a clause that it names. A sentence that applies the clause in another duty, or says
 * that the clause survives, leaves the clause as it is.
 */
export function likelyEffectOn(text: string, label: string, how: Naming): Effect {
  if (isPointer(text)) return 'mentions';
  if (how === 'mentions' && !text.replace(applying, '').includes(label)) return 'mentions';
  return likelyEffect(text.replaceAll(label, ''));
}
