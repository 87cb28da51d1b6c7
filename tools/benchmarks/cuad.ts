import { join } from 'node:path';
import { z } from 'zod';
import { type Counts, classRow, f1, share } from '../../src/eval/score/measure.ts';
import { type Asked, askOfText } from './ask.ts';
import type { Bench, BenchItem } from './bench.ts';
import { readLines } from './lines.ts';
import { hitRows, hits, holdsHalf } from './ranking.ts';

const contractSchema = z.object({
  title: z.string(),
  text: z.string(),
  clauses: z.array(
    z.object({
      category: z.string(),
      question: z.string(),
      answers: z.array(z.object({ text: z.string(), start: z.int().min(0) })),
    }),
  ),
});

/** A contract, and for each of 41 kinds of clause the passages that annotators found. */
type CuadContract = z.output<typeof contractSchema>;

/** The path of the file with the contracts, relative to the folder of all data sets. */
const cuadFile = join('cuad', 'dev.jsonl');

/** Reads the contracts of CUAD. Throws an error with the code `bad_data` if the file is not as expected. */
export function readContracts(data: string): Promise<CuadContract[]> {
  return readLines(join(data, cuadFile), contractSchema);
}

type Clause = CuadContract['clauses'][number];

const depths = [1, 3, 5, 10];

/** Searches 40 commercial contracts for 41 kinds of clauses: does the contract have such a clause, and where? */
export const cuad: Bench = {
  name: 'cuad',
  needs: cuadFile,
  primary: 'cuadPassage@5',
  measures: [
    ...hits('cuadPassage', 'right passage', depths),
    share('cuadDecision', 'right about whether there is a clause'),
    f1('cuadF1:present', 'F1 of "there is such a clause"'),
    f1('cuadF1:absent', 'F1 of "there is no such clause"'),
    share('cuadNotFound', 'NOT FOUND that is right'),
    share('cuadConfirmed', 'CONFIRMED where there is a clause'),
    share('cuadConfirmedThere', 'CONFIRMED that cites the clause'),
  ],
  async run(context) {
    const contracts = (await readContracts(context.data)).slice(0, context.limit);
    const items: BenchItem[] = [];
    for (const { title, text, clauses } of contracts) {
      const rules = clauses.map(({ category, question }) => ({
        name: category,
        description: question.split('Details:').at(-1)?.trim() || category,
      }));
      const asked = await askOfText(context, text, rules);
      clauses.forEach((clause, at) => {
        const answer = asked[at];
        if (answer) items.push(itemOf(title, clause, answer));
      });
    }
    return items;
  },
};

function itemOf(document: string, { category, answers }: Clause, { finding, evidence }: Asked): BenchItem {
  const isThere = answers.length > 0;
  const found = finding.label === 'CONFIRMED' || finding.label === 'ESTIMATED';
  const ranked = (evidence?.inputs ?? []).map(({ passage }) =>
    answers.some(({ start, text }) => holdsHalf(passage, { start, end: start + text.length })),
  );
  const cited = finding.citations.some(({ start, end }) =>
    answers.some((answer) => start < answer.start + answer.text.length && answer.start < end),
  );
  const counts: Counts = {
    ...(isThere && hitRows('cuadPassage', ranked, depths)),
    cuadDecision: [1, Number(found === isThere)],
    'cuadF1:present': [1, ...classRow(isThere, found)],
    'cuadF1:absent': [1, ...classRow(!isThere, !found)],
    ...(finding.label === 'NOT FOUND' && { cuadNotFound: [1, Number(!isThere)] }),
    ...(finding.label === 'CONFIRMED' && {
      cuadConfirmed: [1, Number(isThere)],
      cuadConfirmedThere: [1, Number(cited)],
    }),
  };
  return {
    key: `${document} / ${category}`,
    document,
    rule: category,
    expected: isThere ? 'a clause' : 'none',
    given: `${finding.label ?? 'not assessed'} ${finding.outcome}`,
    right: found === isThere,
    counts,
  };
}
