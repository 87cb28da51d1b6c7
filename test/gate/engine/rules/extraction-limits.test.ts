import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../../engine/load/load-source.ts';
import { noSourceCache, openLocalFile } from '../../../../engine/load/local-files.ts';
import { localFiles } from '../../../../engine/local.ts';
import { rulesFrom } from '../../../../engine/rules/extract/rules-from.ts';
import { lintRules } from '../../../../engine/rules/lint/lint-rules.ts';
import { lintRulesApart } from '../../../../engine/rules/process/rules-apart.ts';

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

describe('linting in a separate process', () => {
  const rules = [
    {
      name: 'Audit',
      description: 'The Customer may audit the Supplier, and the Supplier shall help as appropriate.',
    },
    { name: 'Payment', description: 'Invoices shall be paid within 30 days.' },
    { name: 'Payment again', description: 'Invoices shall be paid within 60 days.' },
  ];
  const { signal } = new AbortController();

  it('finds the same problems', async () => {
    const problems = await lintRules(rules);
    expect(problems).not.toEqual([]);
    expect(await lintRulesApart(rules, { mostMs: 60_000, signal })).toEqual(problems);
  });

  it('ends at its limit of time', async () => {
    const many = Array.from({ length: 200 }, (_, at) => ({
      name: `Rule ${at}`,
      description: `Item ${at} shall be delivered within 30 days. `.repeat(100),
    }));
    const late = lintRulesApart(many, { mostMs: 0, signal });
    await expect(late).rejects.toMatchObject({ code: 'lint_too_long' });
  });
});
