import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { closeLoading } from '../../../engine/index.ts';
import type { CertificateFile } from '../../../engine/model/certificate.ts';
import { readCases } from '../../eval/cases/read-cases.ts';
import { type Confirmed, certificate, certificateText, withCertificates } from '../../eval/exam/certify.ts';
import { readWordings } from '../../eval/exam/wordings/read-wordings.ts';
import { noThresholds } from '../../eval/report/thresholds.ts';
import { inThisProcess } from '../../eval/run/run-case.ts';
import { runCases } from '../../eval/run/run-cases.ts';
import { packageFolder } from '../../process/package-folder.ts';
import { packageVersion } from '../../process/package-version.ts';
import { ensureWritable, writeOut, writeWhole } from '../check/output/output.ts';
import { asOperator } from '../settings/settings.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { badInput } from '../terminal/failure.ts';
import { interruptible } from '../terminal/interruption.ts';
import { caseReaders } from './case-readers.ts';
import { checkingFor } from './checking.ts';
import { takeExam } from './exam.ts';
import type { CertifyOptions } from './options.ts';

/**
 * The number of documents in the exam of a release. With so many documents, the exam has more than 299 CONFIRMED answers,
 * the number that can show that at least 99 % are right.
 */
const examDocuments = 8_000;
const ownFile = join('engine', 'check', 'certificates.json');

/** `proviso eval certify`: counts the CONFIRMED answers that are right, and writes the certificates. */
export function evalCertify(options: CertifyOptions): Promise<ExitCode> {
  return asOperator(async () => {
    const checkout = packageFolder();
    if (options.data === undefined && !existsSync(join(checkout, ownFile)))
      throw badInput('without --data the command certifies Proviso in a checkout: name a folder of cases');
    const out = options.out ?? (options.data === undefined ? join(checkout, ownFile) : 'certificate.json');
    await ensureWritable(out);
    try {
      const file =
        options.data === undefined
          ? await ofRelease(options, checkout)
          : await ofCases(options.data, options);
      await writeWhole(out, certificateText(file));
      if (options.data === undefined && options.out === undefined) await document(file, checkout);
      await writeOut(`${sentences(file)}\nWrote ${out}\n`);
      return exitCodes.done;
    } finally {
      closeLoading();
    }
  });
}

/**
 * Takes the exam without a language model. What CONFIRMED is worth behind a model depends on the model, so a release has
 * no certificate for models: a user measures the own one.
 */
async function ofRelease({ seed, limit }: CertifyOptions, checkout: string): Promise<CertificateFile> {
  // Each certification takes new documents. Therefore its file differs from the one before and can be committed.
  const chosen = seed ?? Math.floor(Date.now() / 60_000);
  const wordings = readWordings(join(checkout, 'exam'));
  const pairs = Math.ceil((limit ?? examDocuments) / 2);
  const { run } = await takeExam({ gullible: false }, { choice: { seed: chosen, pairs }, wordings });
  const all = run.score.kinds.find(({ kind, part }) => kind === 'all' && part === 'all');
  const count = run.score.documents.toLocaleString('en-US');
  const measured: Confirmed = {
    test: `exam by words alone, ${count} documents, seed ${chosen}`,
    n: all?.confirmed.n ?? 0,
    right: all?.confirmed.right ?? 0,
  };
  return { version: packageVersion(), lexical: certificate(measured, today()) };
}

/** Runs the user's cases, locked ones included, and counts the CONFIRMED answers that are right. */
async function ofCases(folder: string, options: CertifyOptions): Promise<CertificateFile> {
  const cases = await readCases([folder], caseReaders);
  const { ports, checker } = await checkingFor(options, { ...process.env, CERTIFICATE_FILE: '' });
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
  const test = `${count} in ${basename(resolve(folder))}`;
  return {
    version: packageVersion(),
    [checker.method]: certificate({ test, n, right, model: checker.model }, today()),
  };
}

/** Writes the figures into the page about labels. */
async function document(file: CertificateFile, checkout: string): Promise<void> {
  const page = join(checkout, 'docs', 'labels.md');
  await writeWhole(page, withCertificates(await readFile(page, 'utf8'), file));
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function sentences(file: CertificateFile): string {
  return [file.lexical, file.model]
    .flatMap((one) =>
      one
        ? [
            one.lowerBound === null
              ? `${one.test}: no CONFIRMED answers`
              : `${one.test}: ${one.n - one.errors} of ${one.n} CONFIRMED answers were right, at least ${one.lowerBound} with 95 % confidence, measured with ${file.version}`,
          ]
        : [],
    )
    .join('\n');
}
