import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ownCertificates } from '../../../../engine/index.ts';
import { certificateTable } from '../../../../src/eval/exam/certify.ts';
import { packageVersion } from '../../../../src/process/package-version.ts';

describe('the certificates of the release', () => {
  it('name the version of Proviso that was measured, which is this one', () => {
    expect(ownCertificates.version).toBe(packageVersion());
  });

  it.each([
    ['lexical', 0.99],
    ['model', 0.95],
  ] as const)('show a lower bound of the right share, by the method %s, of at least %d', (method, floor) => {
    expect(ownCertificates[method]?.lowerBound).toBeGreaterThanOrEqual(floor);
  });

  it('are in the page about labels', () => {
    expect(readFileSync('docs/labels.md', 'utf8')).toContain(certificateTable(ownCertificates));
  });
});
