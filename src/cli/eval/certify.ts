import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { closeLoading, readCertificates } from '../../../engine/index.ts';
import type { Certificate } from '../../../engine/model/certificate.ts';
import type { Effort } from '../../../engine/model/usage.ts';
import { readCases } from '../../eval/cases/read-cases.ts';
import { effortOfPair } from '../../eval/exam/ask.ts';
import { certificate, certificateText, withCertificate, withCertificates } from '../../eval/exam/certify.ts';
import { examPairs } from '../../eval/exam/choose.ts';
import { type ExamLanguage, examLanguages } from '../../eval/exam/kinds.ts';
import { readWordings } from '../../eval/exam/wordings/wordings.ts';
import { noThresholds } from '../../eval/report/thresholds.ts';
import { inThisProcess } from '../../eval/run/run-case.ts';
import { runCases } from '../../eval/run/run-cases.ts';
import { packageFolder } from '../../process/package-folder.ts';
import { packageVersion } from '../../process/package-version.ts';
import { asOperator } from '../settings/settings.ts';
import { badInput, type ExitCode, exitCodes, interruptible } from '../terminal/ending.ts';
import { ensureWritable, writeOut, writeWhole } from '../terminal/output.ts';
import { caseReaders, checkingFor, uncertified } from './checking.ts';
import { takeExam } from './exam.ts';
import type { CertifyOptions, CheckingOptions } from './options.ts';

/**
 * The number of documents in the exam of a release. With so many documents, the exam has about 310 CONFIRMED answers; 299
 * without an error can show that at least 99 % are right.
 */
const releaseDocuments = 13_000;
/** The number of documents in the exam of a model: enough to show that at least 98 % of its answers are right. */
const modelDocuments = 400;
/** The seed of a model's exam. It is fixed, so that an exam that was stopped goes on with the same documents. */
const modelSeed = 1;
const ownFile = join('engine', 'check', 'certificates.json');

/** `proviso eval certify`: counts the CONFIRMED answers that are right, and writes the certificate. */
export function evalCertify(options: CertifyOptions): Promise<ExitCode> {
  return asOperator(async () => {
    const { data, model } = options;
    const folder = packageFolder();
    const isRelease = data === undefined && model === undefined;
    if (isRelease && !existsSync(join(folder, ownFile)))
      throw badInput(
        'name a folder of cases with --data, or a model with --model: without them the command certifies the release, which needs a checkout',
      );
    const out = options.out ?? (isRelease ? join(folder, ownFile) : 'certificate.json');
    const before = existsSync(out) ? readCertificates(out) : [];
    await ensureWritable(out);
    try {
      const made = await (data !== undefined
        ? ofCases(data, options)
        : model !== undefined
          ? ofModel(options, `${out}.answers`)
          : ofRelease(options));
      const certificates = withCertificate(before, made);
      await writeWhole(out, certificateText(certificates));
      if (isRelease && options.out === undefined) await document(certificates, folder);
      const use = isRelease ? '' : `Set CERTIFICATE_FILE=${resolve(out)} to show it with every finding.\n`;
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

/** Takes the exam without a language model. */
function ofRelease({ seed, limit, language }: CertifyOptions): Promise<Certificate> {
  // Each certification takes new documents. Therefore its file differs from the one before and can be committed.
  const chosen = seed ?? Math.floor(Date.now() / 60_000);
  return byExam({}, { seed: chosen, documents: limit ?? releaseDocuments, language: inExam(language) });
}

/**
 * Takes the exam with a language model. Its answers are kept in `answers`, so that an exam that was stopped goes on where
 * it ended.
 */
async function ofModel(options: CertifyOptions, kept: string): Promise<Certificate> {
  const { seed = modelSeed, limit = modelDocuments, language, answers = kept } = options;
  const exam = { seed, documents: limit, language: inExam(language) };
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
  const wordings = readWordings(join(packageFolder(), 'exam'));
  const pairs = [
    ...examPairs({ ...choiceOf(exam), pairs: Math.min(sampledPairs, exam.documents / 2) }, wordings),
  ];
  const efforts = await interruptible(async (signal) => {
    const each = await Promise.all(pairs.map((pair) => effortOfPair(pair, ports, signal)));
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

type ExamSize = { seed: number; documents: number; language: ExamLanguage };

const choiceOf = ({ seed, documents, language }: ExamSize) => ({
  seed,
  language,
  pairs: Math.ceil(documents / 2),
});

async function byExam(options: Parameters<typeof takeExam>[0], exam: ExamSize): Promise<Certificate> {
  const wordings = readWordings(join(packageFolder(), 'exam'));
  const { run, checker } = await takeExam(options, { choice: choiceOf(exam), wordings });
  const all = run.score.kinds.find(({ kind, part }) => kind === 'all' && part === 'all');
  const count = run.score.documents.toLocaleString('en-US');
  const { method, model } = checker;
  const { seed, language } = exam;
  return certificate(
    {
      method,
      model,
      languages: [language],
      documents: examDocuments[language],
      test: `exam ${method === 'lexical' ? 'by words alone' : `with ${model}`}, ${language === 'en' ? '' : 'in German, '}${count} documents, seed ${seed}`,
      n: all?.confirmed.n ?? 0,
      right: all?.confirmed.right ?? 0,
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

/** Writes the figures into the page about labels. */
async function document(certificates: readonly Certificate[], checkout: string): Promise<void> {
  const page = join(checkout, 'docs', 'labels.md');
  await writeWhole(page, withCertificates(await readFile(page, 'utf8'), certificates));
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function sentenceOf({ test, n, errors, lowerBound, version }: Certificate): string {
  return lowerBound === null
    ? `${test}: no CONFIRMED answers`
    : `${test}: ${n - errors} of ${n} CONFIRMED answers were right, at least ${lowerBound} with 95 % confidence, measured with ${version}`;
}
