import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { locatorAt } from '../../../engine/cite/locator-at.ts';
import { quoteText } from '../../../engine/cite/quote-text.ts';
import type { Citation } from '../../../engine/model/citation.ts';
import { keyRules } from '../../../engine/model/keys.ts';
import type { FileReport, Result } from '../../../engine/model/result.ts';
import { type BundledRules, rulesHash } from '../../../src/bundle/rules.ts';
import { signingKeyOf } from '../../../src/bundle/signing-key.ts';
import { type BundleContents, writeBundle } from '../../../src/bundle/write-bundle.ts';
import { sha256 } from '../../../src/domain/canonical-json.ts';
import { emptyChain } from '../../../src/domain/records/hash-chain.ts';
import { continued, findingHash, type RunEvent, resultHash } from '../../../src/domain/runs/event-chain.ts';
import { citation, finding, wholeSearch } from '../findings.ts';
import { aResult } from '../records.ts';
import { sourceText } from '../sources.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const times = { startedAt: now.toISOString(), endedAt: now.toISOString() };
const rules = keyRules([
  { name: 'Notice', description: 'The tenant gives notice of three months.' },
  { name: 'Pets', description: 'Dogs are allowed.' },
]);
/** A lease of three pages; a sentence runs from the second page over a footer and a header to the third. */
const lease = sourceText([
  { text: 'A lease.\nThe tenant pays rent.', header: 'Lease 5' },
  { text: 'The tenant gives notice of\nthree months, in a third-\nparty form “signed” and', footer: '- 2 -' },
  { text: 'sent by mail. Dogs are not mentioned.', header: 'Lease 5' },
]);
const bytes = Buffer.from('the bytes of the lease');

function cited(from: string, to: string): Citation {
  const start = lease.text.indexOf(from);
  const span = { start, end: lease.text.indexOf(to, start) + to.length };
  const { source } = citation('');
  return {
    ...citation(quoteText(lease, span), { ...span, locator: locatorAt(lease, span) }),
    source: { ...source, sha256: sha256(bytes) },
  };
}

/** The contents of a small bundle, with a review, a sign-off, the file, and quotes on one page and on two. */
export function smallContents(): BundleContents {
  const [notice, pets] = rules;
  if (notice === undefined || pets === undefined) throw new Error('two rules are needed');
  const review = {
    label: 'CONFIRMED',
    outcome: 'violated',
    reason: 'read',
    by: 'Ada',
    at: now.toISOString(),
  } as const;
  const findings = [
    finding({ rule: notice, citations: [cited('The tenant gives', 'mail.')], review }),
    finding({
      rule: pets,
      verdict: { assessed: true, label: 'NOT FOUND', outcome: 'undetermined' },
      search: { ...wholeSearch, nearest: [{ citation: cited('Dogs', 'mentioned.'), why: 'names dogs' }] },
    }),
  ];
  const [reviewed] = findings;
  const file: FileReport = {
    ...({ name: 'agreement.pdf', role: 'input', fileIndex: 0, status: 'read' } as const),
    ...({ pages: 3, countedAs: 'pages', method: 'text' } as const),
  };
  const head = { ...aResult(times), files: [file] };
  const result: Result = { runId: 'run', ...head, findings };
  const bundled: BundledRules = { ruleSet: null, rules, scope: 'together', outputFormat: null };
  const signOff = { by: 'Ada', at: now.toISOString(), open: { findings: 2, notReviewed: 1, outcomes: null } };
  const events: RunEvent[] = [
    { type: 'run_created', data: { rulesSha256: rulesHash(bundled) } },
    { type: 'file_read', data: { file, sha256: sha256(bytes) } },
    {
      type: 'findings_recorded',
      data: { findings: findings.map((one) => ({ id: one.id, sha256: findingHash(one) })) },
    },
    { type: 'run_ended', data: { state: 'completed', resultSha256: resultHash(head) } },
    { type: 'review_given', data: { findingId: reviewed?.id ?? '', review } },
    { type: 'signed_off', data: signOff },
  ];
  return {
    ...{ madeAt: now, proviso: '0.0.0', result, signOff, rules: bundled },
    chain: continued('run', emptyChain, events, { now }),
    async *textsOf() {
      yield lease;
    },
    openFile: async () => Readable.from([bytes]),
  };
}

/** A folder in which a test writes bundles. */
export function bundleFolder() {
  const path = mkdtempSync(join(tmpdir(), 'proviso-bundle-'));
  let number = 0;
  return {
    path,
    /** Writes the bytes of a bundle to a new file, and returns its path. */
    put(content: Buffer): string {
      number += 1;
      const name = join(path, `${number}.proviso.zip`);
      writeFileSync(name, content);
      return name;
    },
    async pack(contents: BundleContents, secret = 'test', mostBytes = 10_000_000): Promise<Buffer> {
      number += 1;
      const name = join(path, `${number}.packed`);
      const file = await open(name, 'wx');
      try {
        await writeBundle(file, contents, signingKeyOf(secret), mostBytes);
      } finally {
        await file.close();
      }
      return readFileSync(name);
    },
    drop: (name: string) => rmSync(name),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
