import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/load/load-source.ts';
import { noSourceCache, openLocalFile } from '../../../engine/load/local-files.ts';
import { localFiles } from '../../../engine/local.ts';
import type { FoundRule } from '../../../engine/rules/extract/model.ts';
import { rulesFrom } from '../../../engine/rules/extract/rules-from.ts';
import { lossIn } from '../../../engine/rules/reword/loss-in.ts';
import { sharedPath } from '../../support/shared.ts';

const samples = sharedPath('samples');
const modal = /\b(?:SHALL|shall|must)\b(?! not\b| NOT\b)/;

/** Faults as a model could make them; a sentence that stays the same has no place for the fault. */
const faults: [name: string, faulty: (sentence: string) => string][] = [
  ['drops a number', (text) => text.replace(/\b\d+\b ?/, '')],
  ['changes a number', (text) => text.replace(/\b\d+\b/, (number) => String(Number(number) + 1))],
  ['adds a number', (text) => text.replace(/\.$/, ' within 7 days.')],
  ['drops a denial', (text) => text.replace(/\bnot /i, '')],
  ['adds a denial', (text) => text.replace(modal, '$& not')],
  ['weakens the duty', (text) => text.replace(modal, 'may')],
  [
    'drops a condition',
    (text) => text.replace(/,? \b(?:if|unless|when|until|before|after|except)\b[^,.;]*/i, ''),
  ],
  ['turns a condition round', (text) => text.replace(/\b(?:if|when) /, 'unless ')],
  ['drops "only"', (text) => text.replace(/\bonly /i, '')],
  ['writes "or" for "and"', (text) => text.replace(' and ', ' or ')],
  ['drops an alternative', (text) => text.replace(/ or [a-z-]+/, '')],
  ['turns a limit round', (text) => text.replace(/at least/i, 'at most')],
  [
    'exchanges two words',
    (text) => {
      const [one = '', , other = ''] = text.match(/\b[a-z]{7,}\b/g) ?? [];
      return one === '' || other === ''
        ? text
        : text.replace(one, '#').replace(other, one).replace('#', other);
    },
  ],
];

const compound = /^(.+?) (SHALL|must|shall) (.+?),? and (?:SHALL|must|shall) (.+)$/;

describe.skipIf(samples === null)('rewordings of the rules of real standards', () => {
  let rules: FoundRule[] = [];
  const loss = ({ description, modality }: FoundRule, ...texts: string[]) =>
    lossIn([description], texts, { isDuty: modality === 'obligation' });
  beforeAll(async () => {
    const files = localFiles([`${samples}/NIST.SP.800-63b.pdf`, `${samples}/FIPS200.pdf`]);
    ({ rules } = await rulesFrom({ files }, { openSource: openLocalFile, sourceCache: noSourceCache }));
  });
  afterAll(() => closeLoading());

  it.each(faults)('are refused if the model %s', (_, faulty) => {
    const changed = rules.filter(({ description }) => faulty(description) !== description);
    const accepted = changed.filter((rule) => loss(rule, faulty(rule.description)) === null);
    expect(changed.length).toBeGreaterThan(10);
    expect(accepted.map(({ description }) => faulty(description))).toEqual([]);
  });

  it('are accepted if they say the same', () => {
    const refused = rules.filter(
      (rule) =>
        loss(
          rule,
          rule.description.replace(/SHALL( NOT)?/g, (word) => word.toLowerCase()),
        ) !== null,
    );
    expect(refused).toEqual([]);
  });

  it('are accepted if they split two duties of an actor', () => {
    const tried = rules.flatMap((rule) => {
      const [, actor = '', binding = '', one = '', other = ''] = compound.exec(rule.description) ?? [];
      if (actor === '') return [];
      return [{ rule, texts: [`${actor} ${binding} ${one}.`, `${actor} ${binding} ${other}`] }];
    });
    const refused = tried.flatMap(({ rule, texts }) => loss(rule, ...texts) ?? []);
    expect(tried.length).toBeGreaterThan(5);
    expect(refused).toEqual([]);
  });
});
