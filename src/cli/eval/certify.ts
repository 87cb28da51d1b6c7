import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { closeLoading, noSourceCache, readCertificates } from '../../../engine/index.ts';
import type { Certificate } from '../../../engine/model/certificate.ts';
import type { Effort } from '../../../engine/model/usage.ts';
import { readCases } from '../../eval/cases/read-cases.ts';
import { effortOfPair } from '../../eval/exam/ask.ts';
import { certificate, certificateText, withCertificate } from '../../eval/exam/certify.ts';
import type { GradedAnswer } from '../../eval/exam/grade.ts';
import { type ExamLanguage, examLanguages, readPairs } from '../../eval/exam/pairs.ts';
import { runExam } from '../../eval/exam/run-exam.ts';
import { noThresholds } from '../../eval/report/thresholds.ts';
import { inThisProcess } from '../../eval/run/run-case.ts';
import { runCases } from '../../eval/run/run-cases.ts';
import { packageFolder } from '../../process/package-folder.ts';
import { packageVersion } from '../../process/package-version.ts';
import { asOperator } from '../settings/settings.ts';
import { badInput, type ExitCode, exitCodes, interruptible } from '../terminal/ending.ts';
import { ensureWritable, writeOut, writeWhole } from '../terminal/output.ts';
import { caseReaders, checkingFor, uncertified } from './checking.ts';
import type { CertifyOptions, CheckingOptions } from './options.ts';

/** The number of documents in the exam of a model: enough to show that at least 98 % of its answers are right. */
const modelDocuments = 400;

/** `proviso eval certify`: counts the CONFIRMED answers that are right, and writes the certificate. */
export function evalCertify(options: CertifyOptions): Promise<ExitCode> {
  return asOperator(async () => {
    const { data, model } = options;
    if (data === undefined && model === undefined)
      throw badInput('name a folder of cases with --data, or a model with --model');
    const { out = 'certificate.json' } = options;
    const before = existsSync(out) ? readCertificates(out) : [];
    await ensureWritable(out);
    try {
      const made = await (data === undefined ? ofModel(options, `${out}.answers`) : ofCases(data, options));
      await writeWhole(out, certificateText(withCertificate(before, made)));
      const use = `Set CERTIFICATE_FILE=${resolve(out)} to show it with every finding.\n`;
      await writeOut(`${sentenceOf(made)}\nWrote ${out}\n${use}`);
      return exitCodes.done;
    } finally {
      closeLoading();
    }
  });
}

const examDocuments: Record<ExamLanguage, string> = {
  en: 'contracts, policies, standards, reports, leases and minutes made for the exam',
  de: 'agreements in German made for the exam',
};

/**
 * Takes the exam with a language model. Its answers are kept in `answers`, so that an exam that was stopped goes on where
 * it ended.
 */
async function ofModel(options: CertifyOptions, kept: string): Promise<Certificate> {
  const { limit = modelDocuments, language, answers = kept } = options;
  const exam = { documents: limit, language: inExam(language) };
  const asked = { ...options, answers, live: true };
  process.stderr.write(
    `${options.model} answers ${limit.toLocaleString('en')} documents of the exam: ${await effortWords(asked, exam)}. The answers are kept in ${answers}: if you stop this command, the same command goes on from there.\n`,
  );
  return byExam(asked, exam);
}

/** The number of pairs from which the usage of a whole exam is estimated. */
const sampledPairs = 10;

/** The calls, tokens and cost of the whole exam, in words. */
async function effortWords(options: CheckingOptions, exam: ExamSize): Promise<string> {
  const { ports } = await checkingFor(options, uncertified());
  const efforts = await interruptible(async (signal) => {
    const each: Effort[][] = [];
    const sample = { ...exam, documents: Math.min(2 * sampledPairs, exam.documents) };
    for await (const pair of pairsOf(sample)) each.push(await effortOfPair(pair, ports, signal));
    return each.flat();
  });
  const share = exam.documents / efforts.length;
  const sum = (of: (effort: Effort) => number): string =>
    (efforts.reduce((total, effort) => total + of(effort), 0) * share).toLocaleString('en', {
      maximumSignificantDigits: 2,
    });
  const cost = efforts.some((effort) => effort.cost !== undefined)
    ? `, at a cost of about ${sum((effort) => effort.cost ?? 0)} by MODEL_PRICES`
    : '';
  return `about ${sum(({ calls }) => calls)} calls with ${sum(({ inputTokens }) => inputTokens)} input tokens and ${sum(({ outputTokens }) => outputTokens)} output tokens${cost}`;
}

type ExamSize = { documents: number; language: ExamLanguage };

const pairsOf = ({ documents, language }: ExamSize) =>
  readPairs(join(packageFolder(), 'exam', `${language}.jsonl.gz`), Math.ceil(documents / 2));

/** The number of pairs that are asked about at a time. */
const atOnce = 6;

async function byExam(options: CheckingOptions, exam: ExamSize): Promise<Certificate> {
  const { ports, checker } = await checkingFor(options, uncertified());
  const answers: GradedAnswer[] = [];
  await interruptible((signal) =>
    runExam({
      ...{ pairs: pairsOf(exam), ports: { ...ports, sourceCache: noSourceCache }, atOnce, signal },
      onGraded: (_, graded) => void answers.push(...graded),
    }),
  );
  const confirmed = answers.filter(({ label }) => label === 'CONFIRMED');
  const count = answers.length.toLocaleString('en-US');
  const { method, model } = checker;
  const { language } = exam;
  return certificate(
    {
      method,
      model,
      languages: [language],
      documents: examDocuments[language],
      test: `exam with ${model}, ${language === 'en' ? '' : 'in German, '}${count} documents`,
      n: confirmed.length,
      right: confirmed.filter(({ wrongConfirmed }) => !wrongConfirmed).length,
      version: packageVersion(),
    },
    today(),
  );
}

function inExam(language: string): ExamLanguage {
  const found = examLanguages.find((one) => one === language);
  if (!found)
    throw badInput(
      `--language ${language}: the exam has ${examLanguages.join(' and ')}. For other languages certify your own cases with --data.`,
    );
  return found;
}

/** Runs the user's cases, locked ones included, and counts the CONFIRMED answers that are right. */
async function ofCases(folder: string, options: CertifyOptions): Promise<Certificate> {
  const cases = await readCases([folder], caseReaders);
  const { ports, checker } = await checkingFor(options, uncertified());
  const { items, locked } = await interruptible((signal) =>
    runCases(cases, inThisProcess(ports), {
      settings: { repeat: 1 },
      primary: 'confirmedPrecision',
      limits: noThresholds,
      now: () => new Date(),
      signal,
    }),
  );
  let n = 0;
  let right = 0;
  for (const { counts } of [...items, ...locked]) {
    n += counts.confirmedPrecision?.[0] ?? 0;
    right += counts.confirmedPrecision?.[1] ?? 0;
  }
  const count = cases.length === 1 ? '1 case' : `${cases.length.toLocaleString('en-US')} cases`;
  const name = basename(resolve(folder));
  return certificate(
    {
      method: checker.method,
      model: checker.model,
      languages: [options.language],
      documents: options.documents ?? `the documents of the cases in ${name}`,
      test: `${count} in ${name}`,
      n,
      right,
      version: packageVersion(),
    },
    today(),
  );
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function sentenceOf({ test, n, errors, lowerBound, version }: Certificate): string {
  return lowerBound === null
    ? `${test}: no CONFIRMED answers`
    : `${test}: ${n - errors} of ${n} CONFIRMED answers were right, at least ${lowerBound} with 95 % confidence, measured with ${version}`;
}
