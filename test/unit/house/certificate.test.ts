import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ownCertificates } from '../../../engine/index.ts';
import { certificateTable, checkerVersion } from '../../../src/eval/exam/certify.ts';

describe('the certificates of the release', () => {
  it('were written for the code and prompts that decide labels now (npm run eval -- certify)', () => {
    expect(ownCertificates.version).toBe(checkerVersion('.'));
  });

  it.each(['lexical', 'model'] as const)('show that at least .99 of CONFIRMED is right, %s', (method) => {
    expect(ownCertificates[method]?.lowerBound).toBeGreaterThanOrEqual(0.99);
  });

  it('are in the page about labels', () => {
    expect(readFileSync('docs/labels.md', 'utf8')).toContain(certificateTable(ownCertificates));
  });
});
