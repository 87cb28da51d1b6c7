import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closeLoading, readCertificates } from '../../engine/index.ts';
import { writeOut, writeWhole } from '../../src/cli/terminal/output.ts';
import { certificate, certificateText, withCertificate } from '../../src/eval/exam/certify.ts';
import { packageVersion } from '../../src/process/package-version.ts';
import { withCertificates } from './certificate-table.ts';
import { answered } from './take-exam.ts';
import { readWordings } from './wordings/wordings.ts';

/**
 * The number of documents in the exam of a release. With so many documents, the exam has about 310 CONFIRMED answers; 299
 * without an error can show that at least 99 % are right.
 */
const releaseDocuments = 13_000;
const certificateFile = join('engine', 'check', 'certificates.json');
const page = join('docs', 'labels.md');

/** Takes the exam by words alone with new documents, and writes the certificate of the release. */
export async function certifyRelease(options: { seed?: number; limit?: number }): Promise<void> {
  // Each certification takes new documents. Therefore its file differs from the one before and can be committed.
  const { seed = Math.floor(Date.now() / 60_000), limit = releaseDocuments } = options;
  try {
    const choice = { seed, pairs: Math.ceil(limit / 2) };
    const { run } = await answered({}, { choice, wordings: readWordings('exam') });
    const all = run.score.kinds.find(({ kind, part }) => kind === 'all' && part === 'all');
    const count = run.score.documents.toLocaleString('en-US');
    const made = certificate(
      {
        method: 'lexical',
        languages: ['en'],
        documents: 'contracts, policies, standards, reports, leases and minutes made for the exam',
        test: `exam by words alone, ${count} documents, seed ${seed}`,
        n: all?.confirmed.n ?? 0,
        right: all?.confirmed.right ?? 0,
        version: packageVersion(),
      },
      new Date().toISOString().slice(0, 10),
    );
    const certificates = withCertificate(readCertificates(certificateFile), made);
    await writeWhole(certificateFile, certificateText(certificates));
    await writeWhole(page, withCertificates(await readFile(page, 'utf8'), certificates));
    await writeOut(`${made.test}: ${made.n - made.errors} of ${made.n} CONFIRMED answers were right\n`);
  } finally {
    closeLoading();
  }
}
