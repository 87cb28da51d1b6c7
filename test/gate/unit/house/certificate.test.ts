import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ownCertificates } from '../../../../engine/index.ts';
import { certificateTable, checkerVersion } from '../../../../src/eval/exam/certify.ts';

describe('the certificates of the release', () => {
  it('were written for the code and prompts that decide labels now (npm run eval -- certify)', () => {
    expect(ownCertificates.version).toBe(checkerVersion('.'));
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
