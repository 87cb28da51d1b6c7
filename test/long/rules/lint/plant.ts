import type { Rule } from '../../../../engine/model/rule.ts';
import type { LintCode } from '../../../../engine/rules/lint/codes.ts';
import { type BaseRule, type BaseSet, cleanSentence, sentenceOf } from './rule-set.ts';

/** Rules with one planted fault, which lint should report in the last rule with one of the codes. */
export type Planted = { kind: string; clean: Rule; faulty: Rule[]; codes: LintCode[] };

type Draw = <Entry>(list: readonly Entry[]) => Entry;
type Context = { base: BaseRule; other: BaseRule; words: BaseSet['words']; draw: Draw };
/** Plants a fault; null if it does not fit the rule. */
type Kind = { codes: LintCode[]; plant(context: Context): Rule[] | null };

const cleanRule = (base: BaseRule): Rule => ({ name: base.name, description: cleanSentence(base) });
const reworded = (base: BaseRule, description: string): Rule[] => [{ name: base.name, description }];
const isDuty = ({ sentence: [, modal] }: BaseRule): boolean =>
  /^(?:shall|must|has to|is required to)$/.test(modal);
const isRight = ({ sentence: [, modal] }: BaseRule): boolean => modal === 'may';
const isTime = (unit: string): boolean =>
  /^(?:minutes|hours|days|business days|working days|weeks|months|years)$/.test(unit);
const changed: Record<string, string> = {
  shall: 'shall not',
  must: 'must not',
  may: 'may not',
  'shall not': 'shall',
  'must not': 'must',
  'may not': 'may',
};

const kinds: Record<string, Kind> = {
  'and shall': {
    codes: ['compound'],
    plant({ base, other }) {
      if (!isDuty(base) || !isDuty(other)) return null;
      const [, , act] = other.sentence;
      return reworded(
        base,
        sentenceOf(`${cleanSentence(base).slice(0, -1)}, and shall ${act}`, ...(other.limit ?? [])),
      );
    },
  },
  'two acts': {
    codes: ['compound'],
    plant({ base, other }) {
      if (!isDuty(base) || !isDuty(other)) return null;
      const [, , act] = other.sentence;
      return reworded(
        base,
        sentenceOf(`${cleanSentence(base).slice(0, -1)} and ${act}`, ...(other.limit ?? [])),
      );
    },
  },
  'two sentences': {
    codes: ['compound'],
    plant: ({ base, other }) =>
      isRight(base) || isRight(other)
        ? null
        : reworded(base, `${cleanSentence(base)} ${cleanSentence(other)}`),
  },
  'vague time': {
    codes: ['vague_words'],
    plant: ({ base, words, draw }) =>
      isTime(base.limit?.[2] ?? '') &&
      isDuty(base) &&
      !base.sentence[2].endsWith('for') &&
      !base.sentence[2].startsWith('grant')
        ? reworded(base, sentenceOf(...base.sentence, draw(words.vagueTimes)))
        : null,
  },
  'vague condition': {
    codes: ['vague_words'],
    plant: ({ base, words, draw }) =>
      reworded(base, sentenceOf(cleanSentence(base).slice(0, -1), draw(words.vagueConditions))),
  },
  'no duty': {
    codes: ['no_duty'],
    plant: ({ base, words, draw }) =>
      reworded(
        base,
        draw(words.topics).replace('{Topic}', base.topic).replace('{topic}', base.topic.toLowerCase()),
      ),
  },
  'no actor': { codes: ['no_actor'], plant: ({ base }) => reworded(base, `${base.passive}.`) },
  'no unit': {
    codes: ['number_without_unit'],
    plant({ base }) {
      const [direction, number, unit, from] = base.limit ?? ['', '', '', ''];
      if (direction === '' || (unit === '' && !/^[£$€]/.test(number))) return null;
      return reworded(base, sentenceOf(...base.sentence, direction, number.replace(/^[£$€]/, ''), from));
    },
  },
  'no direction': {
    codes: ['number_without_direction'],
    plant({ base }) {
      const [direction, number, unit, from] = base.limit ?? ['', '', '', ''];
      if (direction === '' || /every/.test(direction)) return null;
      return reworded(base, sentenceOf(...base.sentence, number, unit, from));
    },
  },
  'undefined term': {
    codes: ['undefined_term'],
    plant: ({ base, words, draw }) =>
      reworded(base, sentenceOf(cleanSentence(base).slice(0, -1), draw(words.undefinedTerms))),
  },
  'contrary rule': {
    codes: ['conflict'],
    plant({ base }) {
      const [who, modal, act] = base.sentence;
      const contrary = changed[modal];
      if (contrary === undefined) return null;
      return [
        cleanRule(base),
        { name: `${base.topic} again`, description: sentenceOf(who, contrary, act, ...(base.limit ?? [])) },
      ];
    },
  },
  'other number': {
    codes: ['conflict', 'different_numbers'],
    plant({ base, draw }) {
      const [direction, number, unit, from] = base.limit ?? ['', '', '', ''];
      if (!/\d/.test(number)) return null;
      const other = number.replace(/\d+/, (digits) => String(Number(digits) * draw([2, 3]) + draw([0, 1])));
      return [
        cleanRule(base),
        {
          name: `${base.topic} again`,
          description: sentenceOf(...base.sentence, direction, other, unit, from),
        },
      ];
    },
  },
  'same rule': {
    codes: ['repeated'],
    plant({ base, draw }) {
      const [who, modal, act] = base.sentence;
      const duty =
        { shall: 'must', must: 'shall', 'has to': 'shall', 'is required to': 'must' }[modal] ?? modal;
      const [subject, verb] = draw([
        [who, duty],
        [who, modal],
        [
          `Accordingly, ${who.toLowerCase().startsWith('the') ? `t${who.slice(1)}` : who.toLowerCase()}`,
          modal,
        ],
      ]) as [string, string];
      return [
        cleanRule(base),
        { name: `${base.topic} again`, description: sentenceOf(subject, verb, act, ...(base.limit ?? [])) },
      ];
    },
  },
  'name with another number': {
    codes: ['name_differs'],
    plant({ base }) {
      const [, number, unit] = base.limit ?? ['', '', '', ''];
      if (unit === '') return null;
      const other = number.replace(/\d+/, (digits) => String(Number(digits) * 2));
      return [{ name: `${base.name}: ${other} ${unit}`, description: cleanSentence(base) }];
    },
  },
  'name of another rule': {
    codes: ['name_differs'],
    plant: ({ base, other }) =>
      other.topic.split(' ').length < 2 ? null : [{ name: other.topic, description: cleanSentence(base) }],
  },
  'name with a denial': {
    codes: ['name_differs'],
    plant({ base }) {
      if (isDuty(base) || isRight(base))
        return [{ name: `No ${base.topic.toLowerCase()}`, description: cleanSentence(base) }];
      return [{ name: `Right to ${base.sentence[2]}`.slice(0, 80), description: cleanSentence(base) }];
    },
  },
  'needs an opinion': {
    codes: ['not_checkable'],
    plant: ({ base, words, draw }) =>
      isDuty(base)
        ? reworded(base, sentenceOf(base.sentence[0], base.sentence[1], draw(words.opinions)))
        : null,
  },
  'only recommended': {
    codes: ['weak_duty'],
    plant: ({ base }) =>
      isDuty(base)
        ? reworded(base, sentenceOf(base.sentence[0], 'should', base.sentence[2], ...(base.limit ?? [])))
        : null,
  },
  'unlikely ifAbsent': {
    codes: ['if_absent_unlikely'],
    plant({ base }) {
      if (!isDuty(base) && !isRight(base)) return null;
      return [{ ...cleanRule(base), ifAbsent: isRight(base) ? 'violated' : 'satisfied' }];
    },
  },
  'unused ifAbsent': {
    codes: ['if_absent_unused'],
    plant({ base, draw }) {
      const act = draw(['comply with this document', 'follow this policy', 'do what the agreement says']);
      return [
        { name: base.name, description: sentenceOf(base.sentence[0], 'shall', act), ifAbsent: 'violated' },
      ];
    },
  },
};

/** Random numbers from 0 to 1 that a seed determines (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** `count` pairs of a clean rule and the same rule with one fault. Every kind of fault is planted equally often. */
export function plant({ rules, words }: BaseSet, seed: number, count: number): Planted[] {
  const random = randomOf(seed);
  const draw: Draw = (list) => {
    const entry = list[Math.floor(random() * list.length)];
    if (entry === undefined) throw new Error('there is nothing to draw from');
    return entry;
  };
  const names = Object.entries(kinds);
  return Array.from({ length: count }, (_, at) => {
    const [kind, { codes, plant: change }] = names[at % names.length] ?? draw(names);
    for (;;) {
      const [base, other] = [draw(rules), draw(rules)];
      const faulty = base === other ? null : change({ base, other, words, draw });
      if (faulty) return { kind, clean: cleanRule(base), faulty, codes };
    }
  });
}
