import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { ShownDocuments } from '../../engine/check/model/shown-documents.ts';
import { createSubjectText } from '../../engine/check/model/subject-text.ts';
import { closeLoading, defaultLimits, keyRules } from '../../engine/index.ts';
import { modelSettingsSchema } from '../../engine/llm/model-settings.ts';
import { loadSource } from '../../engine/load/load-source.ts';
import { inMemorySourceCache, openLocalFile } from '../../engine/load/local-files.ts';
import type { Passage } from '../../engine/model/passage.ts';
import type { Source } from '../../engine/model/source.ts';
import { createPassageIndex } from '../../engine/retrieve/passage-index.ts';
import { modelChecker } from '../engine/model/support/model-run.ts';
import { sharedPath } from '../support/shared.ts';
import { table } from './table.ts';

const questionSchema = z.object({
  doc: z.string(),
  question: z.string(),
  evidence: z.array(z.object({ page: z.int().min(1) })),
});
type Question = z.output<typeof questionSchema>;

const settings = modelSettingsSchema.parse({ model: 'none' });
/** A model that is never called. It only determines how many passages to retrieve. */
const asked = modelChecker({ rules: [], sources: [], url: 'http://127.0.0.1:1' });
/** Two ways to send a filing: as in a real run, and as if no filing fitted into one call to the model. */
const ways = [
  { name: 'as it is read', readWhole: true },
  { name: 'always by retrieval', readWhole: false },
] as const;

type Sent = { recall: number; share: number; tokens: number; whole: number };

/**
 * Measures, for questions about a known company filing, whether the pages with the answer are among those that a model
 * would receive first. A page counts if a passage of it is sent. No model is called.
 */
export async function pagesSent(): Promise<string> {
  const file = sharedPath('eval/financebench/questions.jsonl');
  if (file === null) return 'SKIPPED: the questions are not at hand';
  const questions = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => questionSchema.parse(JSON.parse(line)));
  const sent: Record<(typeof ways)[number]['name'], Sent[]> = {
    'as it is read': [],
    'always by retrieval': [],
  };
  for (const doc of new Set(questions.map((question) => question.doc))) {
    const source = await filing(doc);
    const own = questions.filter((question) => question.doc === doc);
    for (const { name, readWhole } of ways) sent[name].push(...(await sentFor(source, own, readWhole)));
  }
  closeLoading();
  const rows = ways.map(({ name }) => {
    const all = sent[name];
    const mean = (value: (one: Sent) => number) => all.reduce((sum, one) => sum + value(one), 0) / all.length;
    const tokens =
      all.reduce((sum, one) => sum + one.tokens, 0) / all.reduce((sum, one) => sum + one.whole, 0);
    return [
      name,
      mean(({ recall }) => (recall === 1 ? 1 : 0)).toFixed(2),
      mean(({ recall }) => recall).toFixed(2),
      tokens.toFixed(2),
      mean(({ share }) => share).toFixed(2),
      String(all.filter(({ share }) => share >= 0.5).length),
    ];
  });
  return table(
    [
      `${questions.length} questions`,
      'all right pages sent',
      'right pages sent',
      'share of all tokens',
      'mean share of a filing',
      'questions with half of it or more',
    ],
    rows,
  );
}

async function filing(doc: string): Promise<Source> {
  const path = sharedPath(`eval/financebench/pdfs/${doc}.pdf`);
  if (path === null) throw new Error(`the filing ${doc} is missing in the folder of the questions`);
  const ports = { openSource: openLocalFile, sourceCache: inMemorySourceCache() };
  const named = { name: `${doc}.pdf`, ref: path, linkBase: doc };
  const signal = new AbortController().signal;
  const read = await loadSource(named, ports, defaultLimits, { signal, onPages: () => {} });
  return { role: 'input', fileIndex: 0, name: named.name, linkBase: doc, ...read };
}

async function sentFor(source: Source, questions: readonly Question[], readWhole: boolean): Promise<Sent[]> {
  const searched = [source];
  const library = await createPassageIndex(searched, { most: asked.passages });
  const sizes = readWhole ? settings : { ...settings, passageTokens: 0 };
  const subjectText = createSubjectText({ searched, passages: library.passages }, sizes, 'bench');
  const whole = subjectText.parts.flat().reduce((sum, { tokens }) => sum + tokens, 0);
  return Promise.all(
    questions.map(async ({ question, evidence }) => {
      const [rule] = keyRules([{ name: question, description: question }]);
      if (!rule) throw new Error('expected one rule for the question');
      const retrieved = async () => subjectText.retrieved(await library.retrieve(rule, searched));
      const documents = (readWhole && subjectText.whole) || (await retrieved());
      const pages = new Set(passagesOf(documents).flatMap(pagesOf));
      const right = [...new Set(evidence.map(({ page }) => page))];
      const recall = right.filter((page) => pages.has(page)).length / right.length;
      return { recall, tokens: documents.tokens, whole, share: documents.tokens / whole };
    }),
  );
}

function passagesOf({ ids }: ShownDocuments): Passage[] {
  return [...ids.values()].map(({ passage }) => passage);
}

function pagesOf({ source, start, end }: Passage): number[] {
  return source.content.ranges.flatMap(({ locator, ...range }) =>
    range.start < end && start < range.end && locator.kind === 'page' ? [locator.page] : [],
  );
}
