import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analyze, type Ports, type Result } from '../../../engine/index.ts';
import { defaultLimits } from '../../../engine/job.ts';
import { closeLoading } from '../../../engine/load/load-source.ts';
import { redlineWord } from '../../../engine/redline/redline-word.ts';
import { redline } from '../../../src/services/redlines/redline.ts';
import { makeDocx, paragraph } from '../../gate/engine/load/support/make-zip.ts';
import { modelChecker } from '../../gate/engine/model/support/model-run.ts';
import { type Agreement, agreementOf, truthful } from '../../support/agreements.ts';
import { folderWith, jobOf, testPorts } from '../../support/job.ts';
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({ chat: truthful });
});
afterAll(async () => {
  closeLoading();
  await server.close();
});

const by = { author: 'Proviso', at: new Date('2026-01-02T03:04:05Z') };

/** Redlines an agreement, and checks the result of that once more. Returns what was said of the faulty rule. */
async function redlined({ rules, clauses, faulty }: Agreement, checker: Ports['checker']) {
  const folder = await folderWith({ 'made.docx': makeDocx(clauses.map((one) => paragraph(one)).join('')) });
  const path = join(folder.path, 'made.docx');
  const copy = join(folder.path, 'copy.docx');
  const textsOf = async function* () {};
  const check = (ref: string): Promise<Result> => {
    const job = jobOf({ rules, inputs: ['made.docx'], folder: folder.path });
    const [input] = job.inputs;
    return analyze({ ...job, inputs: input ? [{ ...input, ref }] : [] }, { ...testPorts(), checker }, {});
  };
  try {
    const result = await check(path);
    const { findings, document } = await redline({
      ...{ result, check, copy, fileIndex: 0, wants: () => true, textsOf },
      file: { name: 'made.docx', sha256: '' },
      write: (marks) => redlineWord(path, marks, by, defaultLimits.fileCharacters),
    });
    await writeFile(copy, document);
    const outcomes = ({ findings }: Result) =>
      new Map(findings.map(({ rule, outcome }) => [rule.name, outcome]));
    const [before, after] = [outcomes(result), outcomes(await check(copy))];
    for (const [rule, outcome] of before)
      if (outcome !== 'violated') expect(after.get(rule), rule).toBe(outcome);
    return { before, said: findings.find(({ finding }) => finding.rule.name === faulty), findings };
  } finally {
    await folder.dispose();
  }
}

const goal = 0.7;

it.each([
  ['a truthful model', false, () => modelChecker({ rules: [], sources: [], url: server.url })],
  ['words alone, where the clauses have the words of the rules', true, () => testPorts().checker],
])(
  'of 200 agreements with one fault, most are mended and none gets worse: %s',
  async (name, inWords, checker) => {
    const counts = { violated: 0, offered: 0, withheld: new Map<string, number>() };
    for (let index = 0; index < 200; index += 1) {
      const agreement = agreementOf(index, inWords);
      const { before, said, findings } = await redlined(agreement, checker());
      if (before.get(agreement.faulty) === 'violated') counts.violated += 1;
      for (const { withheld, after, changes } of findings) {
        if (withheld !== null) counts.withheld.set(withheld, (counts.withheld.get(withheld) ?? 0) + 1);
        else expect([after?.outcome, changes.length], `${index}`).toEqual(['satisfied', 1]);
      }
      if (said?.withheld === null) counts.offered += 1;
    }
    process.stdout.write(
      `${name}: of 200 faults, ${counts.violated} are found, ${counts.offered} changes offered\n`,
    );
    for (const [reason, times] of counts.withheld) process.stdout.write(`  ${times} × ${reason}\n`);
    expect(counts.offered).toBeGreaterThanOrEqual(goal * 200);
  },
  1_800_000,
);
