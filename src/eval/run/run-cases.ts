import { basename } from 'node:path';
import type { Citation } from '../../../engine/model/citation.ts';
import { type Label, labelSchema } from '../../../engine/model/finding.ts';
import type { Result, Usage } from '../../../engine/model/result.ts';
import type { EvalCase } from '../cases/read-cases.ts';
import { opaque } from '../opaque.ts';
import { figuresOf } from '../report/figures.ts';
import type { LockedItem, Report, ReportItem } from '../report/report.ts';
import type { Limits } from '../report/thresholds.ts';
import { isQuoteAt } from '../reread/is-quote-at.ts';
import { type Reread, reread } from '../reread/pages.ts';
import { caseCounts, caseMeasures } from '../score/case-measures.ts';
import { type Scored, scoreOne } from '../score/item.ts';
import type { RunCase } from './run-case.ts';

type RunSettings = Omit<Report['settings'], 'prompts' | 'checker' | 'model'>;

export type RunOptions = {
  settings: RunSettings;
  primary: string;
  /** The limits of the figures, for runs without a model and for runs with one. */
  limits: Record<'lexical' | 'model', Limits>;
  now: () => Date;
  prices?: Prices | undefined;
  signal: AbortSignal;
  /**
   * Returns how many questions to the model were replayed, recorded or missing so far. Absent if answers are not
   * recorded.
   */
  calls?: () => Report['calls'];
  /** Called after each run of a case with the name of the case, or with `a locked case` instead. */
  onCase?: (name: string, done: number, total: number) => void;
};

const labels = labelSchema.options;
const notAssessed = 'not assessed';
const columns = [...labels, notAssessed];

/**
 * Runs every case `settings.repeat` times, scores the answers, and returns the report. Throws the signal's reason when
 * it is aborted.
 */
export async function runCases(
  cases: readonly EvalCase[],
  run: RunCase,
  options: RunOptions,
): Promise<Report> {
  const { settings, signal, onCase, now } = options;
  const startedAt = performance.now();
  const rereadOnce = createRereading();
  const items: ReportItem[] = [];
  const locked: LockedItem[] = [];
  const given = createGivenLabels();
  const spending = createSpending();
  const times: number[] = [];
  const total = cases.length * settings.repeat;

  for (const one of cases) {
    const recheck = await recheckOf(one, rereadOnce);
    for (let repeat = 0; repeat < settings.repeat; repeat += 1) {
      signal.throwIfAborted();
      const { result, ms } = await run(one, repeat, signal);
      times.push(ms);
      spending.add(result);
      for (const expected of one.expected) {
        const scored = scoreOne(expected, one, result.findings, recheck);
        given.add(
          expected.label,
          scored.finding?.label ?? null,
          scored.finding?.outcome === expected.outcome,
        );
        const item = itemOf(scored, one, repeat);
        if (one.split === 'dev') items.push(item);
        else locked.push({ key: opaque(item.key), cluster: item.cluster, counts: item.counts });
      }
      onCase?.(one.split === 'dev' ? one.name : 'a locked case', times.length, total);
    }
  }

  const spent = spending.spent();
  const ordered = [...times].sort((a, b) => a - b);
  return {
    kind: 'proviso-eval',
    version: 1,
    suite: 'cases',
    at: now().toISOString(),
    settings: settingsOf(settings, spent),
    primary: options.primary,
    cases: {
      dev: cases.filter(({ split }) => split === 'dev').length,
      locked: cases.filter(({ split }) => split === 'locked').length,
    },
    figures: figuresOf(caseMeasures, { items, locked }, options.limits[spent.checker]),
    ...given.counted(),
    unstable: settings.repeat < 2 ? null : unstableOf(items),
    usage: spent.usage,
    cost: costOf(spent.usage, options.prices),
    calls: options.calls?.() ?? null,
    latency: { median: ordered[Math.floor(ordered.length / 2)] ?? 0, slowest: ordered.at(-1) ?? 0 },
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    items,
    locked,
  };
}

/**
 * Counts how often each label was given for each expected label, and how often the answers with each label have the
 * expected outcome.
 */
function createGivenLabels() {
  const counts = labels.map(() => columns.map(() => 0));
  const reliability = new Map(labels.map((label) => [label, { n: 0, right: 0 }]));
  return {
    add(expected: Label, given: Label | null, isRight: boolean): void {
      const row = counts[labels.indexOf(expected)];
      const column = columns.indexOf(given ?? notAssessed);
      if (row) row[column] = (row[column] ?? 0) + 1;
      const tally = given === null ? undefined : reliability.get(given);
      if (tally) {
        tally.n += 1;
        tally.right += Number(isRight);
      }
    },
    counted: (): Pick<Report, 'confusion' | 'reliability'> => ({
      confusion: { rows: [...labels], columns, counts },
      reliability: [...reliability].map(([label, tally]) => ({ label, ...tally })),
    }),
  };
}

/** The settings of a run, completed with the checker, the models and the prompts that the results name. */
export function settingsOf(given: RunSettings, { checker, models, prompts }: Spent): Report['settings'] {
  return { ...given, checker, ...(models.length > 0 && { model: models.join(', ') }), prompts };
}

function itemOf(scored: Scored, one: EvalCase, repeat: number): ReportItem {
  const { expected, finding, grade, problems, quotes } = scored;
  return {
    key: [one.id, expected.rule, ...(expected.file === undefined ? [] : [expected.file])].join(' / '),
    case: one.name,
    rule: expected.rule,
    cluster: one.cluster,
    repeat,
    expected: `${expected.label} ${expected.outcome}`,
    given: finding ? `${finding.label ?? notAssessed} ${finding.outcome}` : 'no finding',
    grade,
    problems,
    statement: finding?.statement ?? '',
    quotes,
    counts: caseCounts(scored, one),
  };
}

type RereadOnce = (path: string) => Promise<Reread | null>;

/** Caches the independently parsed texts, so that a document of several cases is parsed only once. */
function createRereading(): RereadOnce {
  const known = new Map<string, Promise<Reread | null>>();
  return (path) => {
    const reading = known.get(path) ?? reread(path).catch(() => null);
    known.set(path, reading);
    return reading;
  };
}

/**
 * Returns a function that tells whether the independently parsed text of a file confirms a citation. The function
 * returns null if no independent parser can read the file.
 */
async function recheckOf(
  { documents, knowledge }: EvalCase,
  read: RereadOnce,
): Promise<(citation: Citation) => boolean | null> {
  const files = new Map<string, Reread | null>();
  for (const path of [...documents, ...knowledge]) files.set(basename(path), await read(path));
  return (citation) => {
    const file = files.get(citation.source.name) ?? null;
    return file === null ? null : isQuoteAt(citation, file);
  };
}

function unstableOf(items: readonly ReportItem[]): Report['unstable'] {
  const answers = new Map<string, Set<string>>();
  for (const { key, given } of items) answers.set(key, (answers.get(key) ?? new Set()).add(given));
  return { n: [...answers.values()].filter(({ size }) => size > 1).length, of: answers.size };
}

/** The total usage of several results, and the models and prompts that were used. */
type Spent = {
  usage: Usage;
  checker: 'lexical' | 'model';
  /** Names of models, and prompts as `id@version`, unique and sorted. */
  models: string[];
  prompts: string[];
};

/** Prices per million tokens. */
export type Prices = { input: number; output: number };

/**
 * The cost of tokens; null without prices. Cached tokens count at the full price, because providers charge differently
 * for them. Tokens of an embedding model are not included, because its price differs.
 */
export function costOf(
  { inputTokens, outputTokens, embeddingTokens = 0 }: Usage,
  prices: Prices | undefined,
): number | null {
  const input = inputTokens - embeddingTokens;
  return prices ? (input * prices.input + outputTokens * prices.output) / 1_000_000 : null;
}

/** Adds up the usage of results. */
export function createSpending(): { add: (result: Result) => void; spent: () => Spent } {
  const usage: Usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0 };
  const models = new Set<string>();
  const prompts = new Set<string>();
  let checker: Spent['checker'] = 'lexical';
  return {
    add(result) {
      usage.modelCalls += result.usage.modelCalls;
      usage.inputTokens += result.usage.inputTokens;
      usage.outputTokens += result.usage.outputTokens;
      usage.cachedTokens += result.usage.cachedTokens;
      if (result.usage.embeddingTokens !== undefined)
        usage.embeddingTokens = (usage.embeddingTokens ?? 0) + result.usage.embeddingTokens;
      for (const { checker: by } of result.findings) {
        if (by.method === 'model') checker = 'model';
        if (by.model !== undefined) models.add(by.model);
        if (by.prompt) prompts.add(`${by.prompt.id}@${by.prompt.version}`);
      }
    },
    spent: () => ({ usage, checker, models: [...models].sort(), prompts: [...prompts].sort() }),
  };
}
