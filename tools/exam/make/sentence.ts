import type { Draw } from '../draw.ts';
import { expand, type Slots } from '../language/expand.ts';
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

type VerbForm = 'do' | 'does' | 'did' | 'done' | 'doing';

/** The irregular verbs in the wordings, each with its past tense and its participle. */
const irregular = new Map(
  `be was been, bear bore borne, begin began begun, bring brought brought, build built built, buy bought
bought, choose chose chosen, come came come, cut cut cut, do did done, draw drew drawn, fall fell fallen,
find found found, forgo forwent forgone, get got got, give gave given, go went gone, hand handed handed,
have had had, hear heard heard, hold held held, keep kept kept, lay laid laid, leave left left, let let let,
lose lost lost, make made made, meet met met, overhaul overhauled overhauled, pay paid paid, put put put,
rise rose risen, run ran run, see saw seen, sell sold sold, send sent sent, set set set, shut shut shut,
spend spent spent, sublet sublet sublet, take took taken, tell told told, undertake undertook undertaken,
withdraw withdrew withdrawn, write wrote written`
    .split(/,\s+/)
    .map((forms) => forms.split(' '))
    .map(([verb = '', past = '', participle = '']) => [verb, { past, participle }]),
);

/** Matches verbs in the wordings that double their last consonant before -ed and -ing. */
const doubling =
  /^(?:permit|submit|commit|admit|transfer|refer|defer|occur|equip|cap|ship|stop|plan|scan|log|fit|bar|let|cut|put|set|run|get|shut|sublet|drop|tag|step)$/;

/** Puts the verb at the start of a phrase into another form: `notify the buyer` becomes `notifying the buyer`. */
function inflect(phrase: string, form: VerbForm): string {
  const [verb = '', ...rest] = phrase.split(' ');
  return [formOf(verb, form), ...rest].join(' ');
}

function formOf(verb: string, form: VerbForm): string {
  if (form === 'do') return verb;
  if (form === 'does') return third(verb);
  if (form === 'doing') return gerund(verb);
  const forms = irregular.get(verb);
  if (forms) return form === 'did' ? forms.past : forms.participle;
  if (verb.endsWith('e')) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  return `${doubled(verb)}ed`;
}

function third(verb: string): string {
  if (verb === 'be') return 'is';
  if (verb === 'have') return 'has';
  if (/(?:s|x|z|ch|sh|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

function gerund(verb: string): string {
  if (verb === 'be') return 'being';
  if (/[^e]e$/.test(verb)) return `${verb.slice(0, -1)}ing`;
  return `${doubled(verb)}ing`;
}

function doubled(verb: string): string {
  return doubling.test(verb) ? verb + verb.slice(-1) : verb;
}
