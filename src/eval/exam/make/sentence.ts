import type { Draw } from '../draw.ts';
import { expand, type Slots } from '../language/expand.ts';
import { inflect, type VerbForm } from '../language/inflect.ts';
import { either, type TwinText, uncapitalized } from '../language/twin-text.ts';
import type { Mode, Template } from '../wordings/schemas.ts';
import type { Lexicon } from '../wordings/wordings.ts';

/**
 * Modalities of sentences for the duty of a template. `met` meets the rule, `denied` denies the duty, `soft` only
 * recommends the duty (null if there is no such modality), and `goal` only states the duty as a goal.
 */
export type Modes = { met: Mode; denied: Mode; soft: Mode | null; goal: Mode };

export const modesOf: Record<Template['force'], Modes> = {
  must: { met: 'must', denied: 'unbound', soft: 'soft', goal: 'goal' },
  never: { met: 'never', denied: 'may', soft: 'softNever', goal: 'goalNever' },
  may: { met: 'may', denied: 'never', soft: null, goal: 'goalMay' },
  fact: { met: 'fact', denied: 'undone', soft: null, goal: 'unsure' },
};

/** Writes whole sentences that state the duty of a template. */
export type SentenceMaker = {
  /** Returns a sentence that states the duty with this modality. Throws if the template has no wording for it. */
  sentence(slots: Slots, mode: Mode): TwinText;
  /** Returns the same sentence with each of two modalities; null if the template has no wording for one of them. */
  sentences(slots: Slots, first: Mode, second: Mode): [string, string] | null;
  /**
   * Returns the result of `sentences` as one text, with the first sentence for document A and the second for document
   * B.
   */
  twins(slots: Slots, first: Mode, second: Mode): TwinText | null;
};

export function sentenceMaker(template: Template, lexicon: Lexicon, draw: Draw): SentenceMaker {
  const { statements } = template;
  if (statements) {
    const modes = modesOf[template.force];
    const wordings = (mode: Mode): readonly string[] => {
      const kind = (['met', 'denied', 'soft', 'goal'] as const).find((one) => modes[one] === mode);
      return (kind && statements[kind]) ?? [];
    };
    return makerOf((...all) => {
      if (all.some((mode) => wordings(mode).length === 0)) return null;
      return (mode, slots) => sentenceOf(draw.one(wordings(mode)), slots, draw);
    });
  }
  return makerOf(skeleton);

  function skeleton(...modes: Mode[]): ReturnType<Skeleton> {
    const all = (of: 'modals' | 'passive' | 'frames') =>
      modes.every((mode) => lexicon.mode(mode)[of].length > 0);
    const shapes = [
      ...(all('frames') ? ['frame', 'frame'] : []),
      ...(all('passive') && template.passives.length > 0 ? ['passive'] : []),
      ...(all('modals') && template.sentences.length > 0 ? ['sentence'] : []),
    ];
    if (shapes.length === 0) return null;
    const shape = draw.one(shapes);
    const act = draw.one(template.acts);
    const passive = template.passives.length > 0 ? draw.one(template.passives) : '';
    const own = template.sentences.length > 0 ? draw.one(template.sentences) : '';
    return (mode, slots) => {
      const { frames, modals, passive: be } = lexicon.mode(mode);
      if (shape === 'passive') return sentenceOf(passive, { ...slots, be: draw.one(be) }, draw);
      if (shape === 'sentence') return sentenceOf(own, { ...slots, shall: draw.one(modals) }, draw);
      const forms = Object.fromEntries(
        (['do', 'does', 'did', 'done', 'doing'] satisfies VerbForm[]).map((form) => [
          form,
          inflect(act, form),
        ]),
      );
      return sentenceOf(draw.one(frames), { ...slots, ...forms }, draw);
    };
  }
}

/**
 * Chooses one shape of sentence that fits all the modes; null if none fits. The returned function writes the duty in
 * one of the modes.
 */
type Skeleton = (...modes: Mode[]) => ((mode: Mode, slots: Slots) => TwinText) | null;

function makerOf(skeleton: Skeleton): SentenceMaker {
  const maker: SentenceMaker = {
    sentence(slots, mode) {
      const made = skeleton(mode);
      if (!made) throw new Error(`a template has no wording for ${mode}`);
      return made(mode, slots);
    },
    sentences(slots, first, second) {
      const made = skeleton(first, second);
      return made && [made(first, slots), made(second, slots)];
    },
    twins(slots, first, second) {
      const both = maker.sentences(slots, first, second);
      return both && either(...both);
    },
  };
  return maker;
}

function sentenceOf(wording: string, slots: Slots, draw: Draw): TwinText {
  const text = expand(wording, slots, draw)
    .replace(/ {2,}/g, ' ')
    .replace(/ ([.,;])/g, '$1')
    .trim();
  const capital = /^\p{Ll}/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

/** The sentence without its full stop. */
export function withoutStop(sentence: TwinText): TwinText {
  return sentence.replace(/\.$/, '');
}

const functionWords = new Set(
  'a all among an any as at before by each every for from if in inside it its leave no nobody nor not nothing nothing on one our over preferably so that the their there this those throughout to under unless up upon when where whether within without'.split(
    ' ',
  ),
);

/**
 * The sentence in a form that can be part of another sentence: without its full stop, and with a small first letter
 * unless it begins with a name.
 */
export function inSentence(sentence: TwinText): TwinText {
  const first = /^(?:«|‹A?B?›)?(\p{L}+)/u.exec(sentence)?.[1]?.toLowerCase() ?? '';
  const plain = functionWords.has(first) || first.endsWith('ing') ? uncapitalized(sentence) : sentence;
  return withoutStop(plain);
}
