import { join } from 'node:path';
import { z } from 'zod';
import type { Finding } from '../../engine/model/finding.ts';
import type { Source, Span } from '../../engine/model/source.ts';
import { share } from '../../src/eval/score/measure.ts';
import { type Asked, askOfFile } from './ask.ts';
import type { Bench, BenchItem } from './bench.ts';
import { readLines } from './lines.ts';

const questionSchema = z.object({
  id: z.string(),
  doc: z.string(),
  question: z.string(),
  evidence: z.array(z.object({ page: z.int().min(1) })),
});

const depths = [1, 3, 5, 10] as const;

/**
 * Questions about company filings: is the page with the answer retrieved, and is it cited? Each question is asked of
 * the filing that contains the answer.
 */
export const financeBench: Bench = {
  name: 'financebench',
  needs: join('financebench', 'questions.jsonl'),
  primary: 'financeRecall@5',
  measures: [
    ...depths.map((depth) =>
      share(`financeRecall@${depth}`, `right pages among the first ${depth} retrieved`),
    ),
    share('financeShown', 'right pages among those shown'),
    share('financeConfirmed', 'CONFIRMED that shows a right page'),
  ],
  async run(context) {
    const questions = await readLines(join(context.data, 'financebench', 'questions.jsonl'), questionSchema);
    const documents = [...new Set(questions.map(({ doc }) => doc))].slice(0, context.limit);
    const items: BenchItem[] = [];
    for (const document of documents) {
      const own = questions.filter(({ doc }) => doc === document);
      const rules = own.map(({ question }) => ({ name: question, description: question }));
      const path = join(context.data, 'financebench', 'pdfs', `${document}.pdf`);
      const asked = await askOfFile(context, path, rules);
      own.forEach(({ id, evidence }, at) => {
        const answer = asked[at];
        const pages = [...new Set(evidence.map(({ page }) => page))];
        if (answer) items.push(itemOf(document, id, pages, answer));
      });
    }
    return items;
  },
};

function itemOf(document: string, id: string, gold: number[], { finding, evidence }: Asked): BenchItem {
  const ranked = [...new Set((evidence?.inputs ?? []).flatMap(({ passage }) => pagesOf(passage)))];
  const shown = pagesShown(finding);
  const recall = (pages: readonly number[]): number =>
    gold.filter((page) => pages.includes(page)).length / gold.length;
  return {
    key: `${document} / ${id}`,
    document,
    rule: id,
    expected: `page ${gold.join(', ')}`,
    given: `${finding.label ?? 'not assessed'}, pages ${ranked.slice(0, 5).join(', ')}`,
    right: recall(ranked.slice(0, 5)) === 1,
    counts: {
      ...Object.fromEntries(
        depths.map((depth) => [`financeRecall@${depth}`, [1, recall(ranked.slice(0, depth))]]),
      ),
      financeShown: [1, recall(shown)],
      ...(finding.label === 'CONFIRMED' && { financeConfirmed: [1, Number(recall(shown) > 0)] }),
    },
  };
}

/** The pages of a passage, starting with the page that contains the largest part of it. */
function pagesOf({ source, start, end }: Span & { source: Source }): number[] {
  const share = (range: Span): number => Math.min(range.end, end) - Math.max(range.start, start);
  return source.content.ranges
    .filter((range) => share(range) > 0)
    .sort((one, other) => share(other) - share(one))
    .flatMap(({ locator }) => (locator.kind === 'page' ? [locator.page] : []));
}

function pagesShown({ citations, search }: Finding): number[] {
  const shown = [...citations, ...search.nearest.map(({ citation }) => citation)];
  return shown.flatMap(({ locator }) => (locator.kind === 'page' ? [locator.page] : []));
}
