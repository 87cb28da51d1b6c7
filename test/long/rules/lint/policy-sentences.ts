import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { splitSentences } from '../../../../engine/chunk/sentences.ts';
import type { Rule } from '../../../../engine/index.ts';

/** The text of a PDF file, read by pdftotext. */
export function pdfText(path: string): string {
  return execFileSync('pdftotext', ['-nopgbrk', path, '-'], { maxBuffer: 1e8 }).toString();
}

/** `count` sentences with SHALL of a policy as rules, drawn with a fixed seed. Each has its first words as its name. */
export function policyRules(text: string, count: number): Rule[] {
  const sentences = [...splitSentences(text)]
    .map(({ start, end }) => text.slice(start, end).replace(/\s+/g, ' ').trim())
    .filter((sentence) => /\bSHALL\b/.test(sentence) && /^[A-Z].*\.$/.test(sentence) && sentence.length < 400)
    .filter((sentence) => !/NIST SP 800|This publication|free of charge/.test(sentence));
  const pool = [...new Set(sentences)];
  let state = 7;
  return Array.from({ length: Math.min(count, pool.length) }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const [description = ''] = pool.splice(Math.floor((state / 2 ** 32) * pool.length), 1);
    return { name: description.split(' ').slice(0, 6).join(' '), description };
  });
}

/** Identifies a problem of a sentence without its words, which are not part of the repository. */
export function alarmKey(code: string, { description }: Rule): string {
  return createHash('sha256').update(`${code} ${description}`).digest('hex').slice(0, 12);
}
