import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../../engine/load/load-source.ts';
import { noSourceCache, openLocalFile } from '../../../../engine/load/local-files.ts';
import { localFiles } from '../../../../engine/local.ts';
import { rulesFrom } from '../../../../engine/rules/extract/rules-from.ts';

const folder = mkdtempSync(join(tmpdir(), 'proviso-limits-'));
const path = join(folder, 'policy.txt');
writeFileSync(path, '1.1 A shall b. '.repeat(2_000));
const ports = { openSource: openLocalFile, sourceCache: noSourceCache };
const files = localFiles([path]);

describe('finding rules ends at its limits, and the error names the file', () => {
  afterAll(() => {
    closeLoading();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['of the text', { mostCharacters: 29_999 }, 'text_too_long'],
    ['of time', { mostMs: 1 }, 'extraction_too_slow'],
    ['of sentences', { mostSentences: 10 }, 'too_many_sentences'],
  ])('%s', async (_, limit, code) => {
    await expect(rulesFrom({ files, ...limit }, ports)).rejects.toMatchObject({
      code,
      message: expect.stringContaining('policy.txt'),
    });
  });
});
