import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CertificateFile } from '../../../engine/model/certificate.ts';
import { lowerBound } from './score/bound.ts';

/** The folders with the code and prompts that decide the labels of findings. */
const tested = [
  'engine/chunk',
  'engine/retrieve',
  'engine/language',
  'engine/check',
  'engine/cite',
  'engine/label',
  'prompts',
];

/** Folders in them whose files decide no label: the prompt that rewords rules. */
const untested = ['prompts/rule-rewording/'];

/** The CONFIRMED answers of a test, and how many of them were right. */
export type Confirmed = { test: string; n: number; right: number; model?: string | undefined };

/**
 * Creates the certificate of a test. `date` is the day of the test, such as `2026-11-22`. The lower bound is rounded
 * down to three decimals.
 */
export function certificate(
  { test, n, right, model }: Confirmed,
  date: string,
): NonNullable<CertificateFile['lexical']> {
  const bound = lowerBound(right, n);
  return {
    test,
    n,
    errors: n - right,
    lowerBound: bound === null ? null : Math.floor(bound * 1000) / 1000,
    date,
    ...(model !== undefined && { model }),
  };
}

/** The certificates as a table in Markdown. */
export function certificateTable({ version, lexical, model }: CertificateFile): string {
  const rows = [lexical, model].flatMap((one) =>
    one ? [[one.test, String(one.n), String(one.errors), String(one.lowerBound), one.date, version]] : [],
  );
  const head = ['Test', 'CONFIRMED', 'wrong', 'at least', 'date', 'version'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/**
 * Identifies the code and prompts that decide the labels of findings: a digest of their files in a checkout. Comments
 * and layout do not count, so that rewording a comment does not make a certificate invalid.
 */
export function checkerVersion(checkout: string): string {
  const hash = createHash('sha256');
  for (const folder of tested) {
    const names = readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' });
    for (const name of names.map((one) => one.replaceAll('\\', '/')).toSorted()) {
      if (untested.some((path) => `${folder}/${name}`.startsWith(path))) continue;
      if (!name.endsWith('.ts') && !(folder === 'prompts' && name.endsWith('.md'))) continue;
      const text = readFileSync(join(checkout, folder, name), 'utf8');
      hash.update(`${folder}/${name}\n${name.endsWith('.ts') ? withoutComments(text) : text}\n`);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** Leaves out white space and comments. In this code, every comment has lines of its own. */
function withoutComments(code: string): string {
  return code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !/^(?:\/\/|\/\*|\*(?: |\/|$))/.test(line))
    .join('')
    .replace(/\s+/g, '');
}
