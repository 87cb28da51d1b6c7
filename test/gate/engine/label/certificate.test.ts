import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWordsChecker, ownCertificates } from '../../../../engine/index.ts';
import type { CertificateFile } from '../../../../engine/model/certificate.ts';
import { folderWith, jobOf, run, testPorts } from '../../../support/job.ts';

const rule = { name: 'Notice', description: 'The customer may end the agreement with a notice of 30 days.' };

const { lexical } = ownCertificates;
if (!lexical) throw new Error('The release has no certificate for checks by words.');

let folder: Awaited<ReturnType<typeof folderWith>>;
beforeAll(async () => {
  folder = await folderWith({ 'contract.txt': rule.description });
});
afterAll(() => folder.dispose());

/** The only finding of a run whose document contains the rule word for word. */
async function findingWith(certificates: CertificateFile) {
  const job = jobOf({ rules: [rule], inputs: ['contract.txt'], folder: folder.path });
  const { result } = await run(job, { ...testPorts(), checker: createWordsChecker({ certificates }) });
  return result.findings[0];
}

describe('a checker', () => {
  it('with a certificate repeats it in each finding', async () => {
    const finding = await findingWith(ownCertificates);
    expect(finding).toMatchObject({ label: 'CONFIRMED', reasons: [] });
    expect(finding?.checker.certificate).toEqual({
      ...ownCertificates.lexical,
      version: ownCertificates.version,
    });
  });

  it.each([
    ['an earlier version', '0.0.9'],
    ['an earlier version that a digest names', '1dc330027136ae28'],
  ])('with the certificate of %s confirms as before, and shows that version', async (_, version) => {
    const finding = await findingWith({ ...ownCertificates, version });
    expect(finding).toMatchObject({ label: 'CONFIRMED', reasons: [] });
    expect(finding?.checker.certificate).toEqual({ ...ownCertificates.lexical, version });
  });

  it.each([
    ['for another model', { ...ownCertificates, lexical: { ...lexical, model: 'another' } }],
    ['for another method', { version: ownCertificates.version, model: ownCertificates.model }],
  ])('with a certificate %s confirms nothing', async (_, certificates) => {
    const finding = await findingWith(certificates);
    expect(finding).toMatchObject({ label: 'ESTIMATED', outcome: 'satisfied', reasons: ['uncertified'] });
    expect(finding?.checker.certificate).toBeUndefined();
  });
});
