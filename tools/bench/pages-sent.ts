import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { createSubjectText } from '../../engine/check/model/subject-text.ts';
import { closeLoading, defaultLimits, keyRules } from '../../engine/index.ts';
import { modelSettingsSchema } from '../../engine/llm/model-settings.ts';
import { loadSource } from '../../engine/load/load-source.ts';
import { inMemorySourceCache, openLocalFile } from '../../engine/load/local-files.ts';
import type { Source } from '../../engine/model/source.ts';
import { createPassageIndex } from '../../engine/retrieve/passage-index.ts';
import { modelChecker } from '../../test/gate/engine/model/support/model-run.ts';
import { sharedPath } from '../../test/support/shared.ts';
import { source as sourceOf } from '../../test/support/sources.ts';
import { table } from './table.ts';

const questionSchema = z.object({
  doc: z.string(),
  question: z.string(),
  evidence: z.array(z.object({ page: z.int().min(1) })),
});
type Question = z.output<typeof questionSchema>;

const contractSchema = z.object({
  text: z.string(),
  clauses: z.array(
    z.object({
      question: z.string(),
      answers: z.array(z.object({ text: z.string(), start: z.int().min(0) })),
    }),
  ),
});

const settings = modelSettingsSchema.parse({ model: 'none' });
/** A model that is never called. It only determines how many passages to retrieve. */
const asked = modelChecker({ rules: [], sources: [], url: 'http://127.0.0.1:1' });
/**
 * Ways to send a filing: as in a real run, and as if no filing fitted into one call to the model, with the share of the
 * filing that a real run may send and with smaller ones.
 */
const asRead = { name: 'as it is read', readWhole: true, share: settings.passageShare };
const ways = [
  asRead,
  ...[settings.passageShare, 0.25, 0.2, 0.15, 0.1].map((share) => ({
    name: `at most ${share.toFixed(2)}, by retrieval`,
    readWhole: false,
    share,
  })),
];
type Way = (typeof ways)[number];

/** A question about a source, and the places of the answer, each as its ranges in the text of the source. */
type Asked = { question: string; places: Span[][] };
type Sent = { recall: number; share: number; tokens: number; whole: number };

/**
 * Measures, for questions about a known company filing and for clauses of a known contract, whether the places of the
 * answer are among those that a model would receive first. A page of a filing counts if a passage of it is sent; a clause
 * of a contract counts if a passage with a part of it is sent. No model is called.
 */
export async function pagesSent(): Promise<string> {
  const filings = await sentOfAll(filingQuestions());
  const contracts = await sentOfAll(contractQuestions());
  closeLoading();
  const tables = [
    ...(filings ? [sentTable('questions', filings)] : []),
    ...(contracts ? [sentTable('clauses', contracts)] : []),
  ];
  return tables.length === 0 ? 'SKIPPED: the questions are not at hand' : tables.join('\n\n');
}

/**
 * The share of the tokens of filings that a model is sent for a question as in a real run, and the share of the right
 * pages among them; null if the questions are not at hand.
 */
export async function sentOfFilings(): Promise<{ tokens: number; recall: number } | null> {
  const all = (await sentOfAll(filingQuestions()))?.get(asRead);
  closeLoading();
  if (all === undefined) return null;
  const sum = (value: (one: Sent) => number) => all.reduce((total, one) => total + value(one), 0);
  return {
    tokens: sum(({ tokens }) => tokens) / sum(({ whole }) => whole),
    recall: sum(({ recall }) => recall) / all.length,
  };
}

type Sources = AsyncIterable<{ source: Source; asked: Asked[] }> | null;

/** What each way sends for each question; null if there are no questions. */
async function sentOfAll(sources: Sources): Promise<Map<Way, Sent[]> | null> {
  if (sources === null) return null;
  const sent = new Map<Way, Sent[]>(ways.map((way) => [way, []]));
  for await (const { source, asked } of sources) {
    for (const [way, all] of sent) all.push(...(await sentFor(source, asked, way)));
  }
  return sent;
}

function sentTable(unit: string, sent: ReadonlyMap<Way, Sent[]>): string {
  const count = [...sent.values()][0]?.length ?? 0;
  const rows = [...sent].map(([{ name }, all]) => {
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
      `${count} ${unit}`,
      'all right places sent',
      'right places sent',
      'share of all tokens',
      'mean share of a text',
      'half of it or more',
    ],
    rows,
  );
}

function filingQuestions(): Sources {
  const file = sharedPath('eval/financebench/questions.jsonl');
  return file === null ? null : filingsOf(linesOf(file, questionSchema));
}

async function* filingsOf(questions: readonly Question[]) {
  for (const doc of new Set(questions.map((question) => question.doc))) {
    const source = await filing(doc);
    const own = questions.filter((question) => question.doc === doc);
    const asked = own.map(({ question, evidence }) => ({
      question,
      places: [...new Set(evidence.map(({ page }) => page))].map((page) => rangesOfPage(source, page)),
    }));
    yield { source, asked };
  }
}

function rangesOfPage({ content }: Source, page: number): Span[] {
  return content.ranges.filter(({ locator }) => locator.kind === 'page' && locator.page === page);
}

function contractQuestions(): Sources {
  const file = sharedPath('eval/cuad/dev.jsonl');
  return file === null ? null : contractsOf(linesOf(file, contractSchema));
}

async function* contractsOf(contracts: readonly z.output<typeof contractSchema>[]) {
  for (const { text, clauses } of contracts) {
    const asked = clauses
      .filter(({ answers }) => answers.length > 0)
      .map(({ question, answers }) => ({
        question,
        places: answers.map((answer) => [{ start: answer.start, end: answer.start + answer.text.length }]),
      }));
    yield { source: sourceOf([text]), asked };
  }
}

function linesOf<Line extends z.ZodType>(file: string, line: Line): z.output<Line>[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((text) => text.trim() !== '')
    .map((text) => line.parse(JSON.parse(text)));
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

async function sentFor(
  source: Source,
  questions: readonly Asked[],
  { readWhole, share }: Way,
): Promise<Sent[]> {
  const searched = [source];
  const library = await createPassageIndex(searched, { most: asked.passages });
  const sizes = readWhole ? settings : { ...settings, passageTokens: 0, passageShare: share };
  const subjectText = createSubjectText({ searched, passages: library.passages }, sizes, {
    secret: 'bench',
    numbering: 'around',
  });
  const whole = subjectText.parts.flat().reduce((sum, { tokens }) => sum + tokens, 0);
  return Promise.all(
    questions.map(async ({ question, places }) => {
      const [rule] = keyRules([{ name: question, description: question }]);
      if (!rule) throw new Error('expected one rule for the question');
      const retrieved = async () => subjectText.retrieved(await library.retrieve(rule, searched));
      const documents = (readWhole && subjectText.whole) || (await retrieved());
      const passages = [...documents.ids.values()].map(({ passage }) => passage);
      const sent = places.filter((ranges) =>
        ranges.some((range) => passages.some((one) => overlap(range, one))),
      );
      const recall = sent.length / places.length;
      return { recall, tokens: documents.tokens, whole, share: documents.tokens / whole };
    }),
  );
}

type Span = { start: number; end: number };

function overlap(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}
