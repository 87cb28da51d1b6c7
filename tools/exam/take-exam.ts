import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Checker, closeLoading, noSourceCache } from '../../engine/index.ts';
import type { Finding } from '../../engine/model/finding.ts';
import { checkingFor, uncertified } from '../../src/cli/eval/checking.ts';
import type { CheckingOptions } from '../../src/cli/eval/options.ts';
import { asOperator } from '../../src/cli/settings/settings.ts';
import { badInput, type ExitCode, exitCodes, interruptible } from '../../src/cli/terminal/ending.ts';
import { ensureWritable, writeOut, writeWhole } from '../../src/cli/terminal/output.ts';
import type { ExamLanguage } from '../../src/eval/exam/pairs.ts';
import { type ExamChoice, examPairs } from './choose.ts';
import { examReport, examTable } from './exam-report.ts';
import { floorFor, missedFloors, readFloors } from './floors.ts';
import { type Kind, kinds } from './kinds.ts';
import type { ExamPair } from './pairs.ts';
import { type ExamOptions as Exam, type ExamRun, scoredExam } from './run-exam.ts';
import type { GradedPair } from './score.ts';
import { readWordings, type Wordings } from './wordings/wordings.ts';

export type ExamOptions = CheckingOptions & {
  short?: boolean;
  language?: ExamLanguage;
  seed: number;
  limit?: number;
  kind?: string;
  template?: string;
  json?: string;
  keep?: string;
};

/** 10,000 documents. */
const fullPairs = 5_000;
/** 500 documents. */
const shortPairs = 250;
/**
 * The number of pairs checked at a time. A higher number would not make the exam faster, because two processes read
 * files and only one computes answers.
 */
const atOnce = 6;

/** A local model that developers put in the place of a real one; `meet` tells it about a pair before it is asked. */
export type StandIn = { name: string; url: string; meet(pair: ExamPair): void };

/** Takes the exam, prints the table of the answers, and says which floors were missed. */
export function takeExam(options: ExamOptions, standIn?: StandIn): Promise<ExitCode> {
  return asOperator(async () => {
    const { json, keep, seed, language = 'en' } = options;
    if (json !== undefined) await ensureWritable(json);
    const wordings = readWordings('exam');
    const floors = readFloors(join('exam', 'floors.yaml'));
    const kind = kindNamed(options.kind);
    ensureTemplate(options.template, wordings);
    const startedAt = new Date();
    const choice = {
      seed,
      language,
      pairs: Math.ceil((options.limit ?? (options.short ? shortPairs : fullPairs) * 2) / 2),
      kind,
      template: options.template,
    };
    const onGraded = keep === undefined ? undefined : keepFailure(keep);
    try {
      const { run, checker } = await answered(options, { choice, wordings, onGraded }, standIn);
      const report = examReport(run, {
        settings: {
          seed,
          checker: standIn?.name ?? checker.model ?? checker.method,
          language,
          kind: kind ?? null,
          template: options.template ?? null,
        },
        startedAt: startedAt.toISOString(),
        seconds: Math.round((Date.now() - startedAt.getTime()) / 100) / 10,
      });
      await writeOut(examTable(report));
      if (json !== undefined) await writeWhole(json, `${JSON.stringify(report, null, 1)}\n`);
      const isWhole = kind === undefined && options.template === undefined && language === 'en';
      const floor =
        checker.method === 'lexical' && isWhole
          ? floorFor(floors, { seed, documents: report.documents })
          : null;
      const missed = floor === null ? [] : missedFloors(run.score, floor);
      for (const sentence of missed) process.stderr.write(`proviso: floor missed: ${sentence}\n`);
      return missed.length > 0 ? exitCodes.found : exitCodes.done;
    } finally {
      closeLoading();
    }
  });
}

/** Asks the checker that the options select, or a stand-in for a model. */
export async function answered(
  options: CheckingOptions,
  { choice, wordings, onGraded }: { choice: ExamChoice; wordings: Wordings; onGraded?: Exam['onGraded'] },
  standIn?: StandIn,
): Promise<{ run: ExamRun; checker: Checker }> {
  const chosen = standIn ? { ...options, model: 'exam', baseUrl: standIn.url } : options;
  const { ports, checker } = await checkingFor(chosen, uncertified());
  const run = await interruptible((signal) =>
    scoredExam({
      pairs: examPairs(choice, wordings),
      onGraded,
      onPair: standIn?.meet,
      // The texts are not cached: each document is read only once, and the cache would fill the memory.
      ports: { ...ports, sourceCache: noSourceCache },
      atOnce,
      signal,
    }),
  );
  return { run, checker };
}

function kindNamed(name: string | undefined): Kind | undefined {
  const kind = kinds.find((one) => one === name);
  if (name !== undefined && kind === undefined)
    throw badInput(`--kind ${name} is not a kind of the exam: use one of ${kinds.join(', ')}`);
  return kind;
}

function ensureTemplate(name: string | undefined, { open, locked }: Wordings): void {
  if (name === undefined || [...open.templates, ...locked.templates].some((one) => one.name === name)) return;
  const names = open.templates.map((one) => one.name);
  throw badInput(`--template ${name} is not an open template of the exam: use one of ${names.join(', ')}`);
}

/**
 * Writes the documents, the rule, the correct answers and the findings of each failed pair to a folder for that pair.
 * Locked pairs are not written.
 */
function keepFailure(folder: string) {
  return async (pair: ExamPair, graded: GradedPair, findings: readonly Finding[]): Promise<void> => {
    const failed = !graded.passed || graded.twins.some(({ wrongConfirmed }) => wrongConfirmed);
    if (!failed || pair.part === 'locked') return;
    const own = join(folder, `${pair.kind}-${pair.template}-${pair.id}`);
    await mkdir(own, { recursive: true });
    for (const { files } of pair.twins) {
      for (const { name, bytes } of files) await writeFile(join(own, name), bytes);
    }
    const { id, kind, template, rule } = pair;
    const twins = pair.twins.map(({ side, truth, deciding, files }, at) => ({
      side,
      files: files.map(({ name }) => name),
      truth,
      deciding,
      grade: graded.twins[at],
      finding: findings[at],
    }));
    await writeFile(
      join(own, 'pair.json'),
      `${JSON.stringify({ id, kind, template, rule, twins }, null, 1)}\n`,
    );
  };
}
