import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/load/load-source.ts';
import { noSourceCache, openLocalFile } from '../../../engine/load/local-files.ts';
import { localFiles } from '../../../engine/local.ts';
import type { FoundRule } from '../../../engine/rules/extract/model.ts';
import { rulesFrom } from '../../../engine/rules/extract/rules-from.ts';
import { lossIn } from '../../../engine/rules/reword/loss-in.ts';
import { sharedPath } from '../../support/shared.ts';

const samples = sharedPath('samples');
/** Faults as a model could make them; a sentence that stays the same has no place for the fault. */
const faults: [name: string, faulty: (sentence: string) => string][] = [
  ['changes a number', (text) => text.replace(/\b\d+\b/, (number) => String(Number(number) + 1))],
  ['adds a name', (text) => text.replace(/\.$/, ' of Contoso.')],
];

const compound = /^(.+?) (SHALL|must|shall) (.+?),? and (?:SHALL|must|shall) (.+)$/;

describe.skipIf(samples === null)('rewordings of the rules of real standards', () => {
  let rules: FoundRule[] = [];
  const loss = ({ description }: FoundRule, ...texts: string[]) => lossIn(description, texts);
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
