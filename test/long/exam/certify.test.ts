import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificateFileSchema } from '../../../engine/model/certificate.ts';
import { resultSchema } from '../../../engine/model/result.ts';
import { packageVersion } from '../../../src/process/package-version.ts';
import { proviso, workFolder } from '../../gate/cli/command.ts';

const duty = 'The customer may end the agreement with a notice of 30 days.';
const evalCase = (outcome: string) => `name: Notice, ${outcome}
documents: [contract.txt]
rules: [{ name: Notice, description: ${duty} }]
expected: [{ rule: Notice, label: CONFIRMED, outcome: ${outcome}, why: The contract says so. }]
`;

let folder: ReturnType<typeof workFolder>;
beforeAll(() => {
  folder = workFolder({
    'contract.txt': duty,
    'right.case.yaml': evalCase('satisfied'),
    'wrong.case.yaml': evalCase('violated'),
    'rules.json': JSON.stringify([{ name: 'Notice', description: duty }]),
  });
});
afterAll(() => folder.remove());

/** The finding of a check with the certificates in this file. */
async function findingWith(file: string) {
  const { stdout } = await proviso(['check', 'contract.txt', '-r', 'rules.json', '--format', 'json'], {
    cwd: folder.path,
    env: { CERTIFICATE_FILE: file },
  });
  return resultSchema.parse(JSON.parse(stdout)).findings[0];
}

describe("the certificate of a user's cases", () => {
  it('counts their CONFIRMED answers, and findings name it with the version that was measured', async () => {
    const { code, stderr } = await proviso(['eval', 'certify', '--data', '.', '--out', 'mine.json'], {
      cwd: folder.path,
    });
    expect(code, stderr).toBe(0);
    const written = certificateFileSchema.parse(
      JSON.parse(readFileSync(join(folder.path, 'mine.json'), 'utf8')),
    );
    expect(written.certificates).toMatchObject([
      { method: 'lexical', languages: ['en'], n: 2, errors: 1, lowerBound: 0.025, version: packageVersion() },
    ]);

    const finding = await findingWith('mine.json');
    // Half of the CONFIRMED answers were wrong: the certificate allows none.
    expect(finding).toMatchObject({ label: 'ESTIMATED', reasons: ['uncertified'] });
    expect(finding?.checker.certificate).toEqual(written.certificates[0]);

    const older = written.certificates.map((one) => ({ ...one, version: '0.0.9' }));
    writeFileSync(join(folder.path, 'old.json'), JSON.stringify({ certificates: older }));
    const old = await findingWith('old.json');
    expect(old?.checker.certificate).toMatchObject({ n: 2, version: '0.0.9' });
  });

  it('that is not a certificate ends the command with the name of the file', async () => {
    const { code, stderr } = await proviso(['check', 'contract.txt', '-r', 'rules.json'], {
      cwd: folder.path,
      env: { CERTIFICATE_FILE: 'rules.json' },
    });
    expect(code).toBe(2);
    expect(stderr).toContain('rules.json is not a file of certificates');
  });
});
