import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ownCertificates } from '../../../../engine/index.ts';
import { packageVersion } from '../../../../src/process/package-version.ts';
import { certificateTable } from '../../../../tools/exam/certificate-table.ts';

describe('the certificates of the release', () => {
  it('name the version of Proviso that was measured, which is this one', () => {
    expect(ownCertificates.map(({ version }) => version)).toEqual([packageVersion()]);
  });

  it('show a lower bound of the right share of at least .98 by words, and promise nothing for a model', () => {
    expect(ownCertificates).toEqual([
      expect.objectContaining({ method: 'lexical', lowerBound: expect.toSatisfy((bound) => bound >= 0.98) }),
    ]);
  });

  it('are in the page about labels', () => {
    expect(readFileSync('docs/labels.md', 'utf8')).toContain(certificateTable(ownCertificates));
  });
});
