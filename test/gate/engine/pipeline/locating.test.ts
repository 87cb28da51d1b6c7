import { afterAll, expect, test } from 'vitest';
import { analyze, type Ports } from '../../../../engine/index.ts';
import { folderWith, jobOf, testPorts } from '../../../support/job.ts';
import { makePdf } from '../load/support/make-pdf.ts';

const words = 'Either party may end this agreement by giving 60 days of written notice.';
const rules = ['Notice', 'Notice again', 'Notice once more'].map((name) => ({ name, description: words }));

const folder = await folderWith({ 'one.pdf': await makePdf([[{ text: words, y: 700 }]]) });
afterAll(() => folder.dispose());

test('one rule is checked after the other, while the words of earlier findings are located', async () => {
  const happened: string[] = [];
  const lexical = testPorts().checker;
  const checker: Ports['checker'] = {
    ...lexical,
    async check(question, config) {
      happened.push(`check ${question.rule.name}`);
      const answer = await lexical.check(question, config);
      happened.push(`checked ${question.rule.name}`);
      return answer;
    },
  };
  const job = jobOf({ rules, inputs: ['one.pdf'], folder: folder.path });
  const { findings } = await analyze(
    job,
    { ...testPorts(), checker },
    {
      onEvent: (event) => {
        if (event.type === 'finding') happened.push(`found ${event.finding.rule.name}`);
      },
    },
  );
  expect(happened.filter((one) => one.startsWith('check'))).toEqual(
    rules.flatMap(({ name }) => [`check ${name}`, `checked ${name}`]),
  );
  expect(happened.indexOf('check Notice again')).toBeLessThan(happened.indexOf('found Notice'));
  for (const { citations } of findings) expect(citations[0]?.boxes).toHaveLength(1);
});
