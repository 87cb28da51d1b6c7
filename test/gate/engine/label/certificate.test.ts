import { afterAll, describe, expect, it } from 'vitest';
import { covering } from '../../../../engine/check/certificates.ts';
import { createWordsChecker, ownCertificates } from '../../../../engine/index.ts';
import type { Certificate } from '../../../../engine/model/certificate.ts';
import { certificateWords } from '../../../../src/services/report/words.ts';
import { folderWith, jobOf, run, testPorts } from '../../../support/job.ts';

const rule = { name: 'Notice', description: 'The customer may end the agreement with a notice of 30 days.' };
const german = 'Der Kunde kann den Vertrag mit einer Frist von 30 Tagen kündigen.';

const words = ownCertificates.find(({ method }) => method === 'lexical');
if (!words) throw new Error('The release has no certificate for checks by words.');

const around = 'Die Parteien haben sich auf die folgenden Regeln geeinigt, die für alle Leistungen gelten.';
const folder = await folderWith({
  'contract.txt': rule.description,
  'vertrag.txt': `${around}\n\n${german}\n\n${around}`,
});
afterAll(() => folder.dispose());

/** The only finding of a run by words whose document contains the rule word for word. */
async function findingWith(
  certificates: readonly Certificate[],
  file = 'contract.txt',
  description?: string,
) {
  const rules = [{ ...rule, ...(description !== undefined && { description }) }];
  const job = jobOf({ rules, inputs: [file], folder: folder.path });
  const { result } = await run(job, { ...testPorts(), checker: createWordsChecker({ certificates }) });
  return result.findings[0];
}

describe('a checker', () => {
  it('with a certificate repeats it in each finding', async () => {
    const finding = await findingWith(ownCertificates);
    expect(finding).toMatchObject({ label: 'CONFIRMED', reasons: [] });
    expect(finding?.checker.certificate).toEqual(words);
  });

  it.each([
    ['an earlier version', '0.0.9'],
    ['an earlier version that a digest names', '1dc330027136ae28'],
  ])('with the certificate of %s confirms as before, and shows that version', async (_, version) => {
    const finding = await findingWith([{ ...words, version }]);
    expect(finding).toMatchObject({ label: 'CONFIRMED', reasons: [] });
    expect(finding?.checker.certificate).toEqual({ ...words, version });
  });

  it.each<[string, Certificate[]]>([
    ['for another model', [{ ...words, model: 'another' }]],
    ['for another method', [{ ...words, method: 'model' }]],
    ['for another language', [{ ...words, languages: ['fr'] }]],
    ['whose lower bound is below .9', [{ ...words, lowerBound: 0.899 }]],
    ['of a test without CONFIRMED answers', [{ ...words, n: 0, lowerBound: null }]],
  ])('with a certificate %s confirms nothing', async (_, certificates) => {
    const finding = await findingWith(certificates);
    expect(finding).toMatchObject({ label: 'ESTIMATED', outcome: 'satisfied', reasons: ['uncertified'] });
  });

  it('has a certificate only if one covers the languages of all quotes', () => {
    expect(covering([words], ['en'])).toEqual(words);
    expect(covering([words], ['en', 'de'])).toBeNull();
    expect(covering([words, { ...words, languages: ['de', 'en'] }], ['en', 'de'])?.languages).toEqual([
      'de',
      'en',
    ]);
  });

  it('with certificates for other languages only has none, and its findings name the language of the quotes', async () => {
    const finding = await findingWith(ownCertificates, 'vertrag.txt', german);
    expect(finding?.citations.map(({ quote }) => quote)).toContain(german);
    expect(finding?.label).not.toBe('CONFIRMED');
    expect(finding?.checker.certificate).toBeUndefined();
    expect(finding?.checker.unmeasuredLanguages).toEqual(['de']);
  });
});

it('a report says in which language CONFIRMED was not measured, or with which model', () => {
  const checker = { method: 'model' as const, model: 'large' };
  expect(certificateWords([{ label: 'CONFIRMED', checker }])).toEqual([
    'not measured with large (proviso eval certify)',
  ]);
  expect(
    certificateWords([{ label: 'CONFIRMED', checker: { ...checker, unmeasuredLanguages: ['de', 'und'] } }]),
  ).toEqual(['not measured in German and a language that was not recognised (proviso eval certify)']);
});
