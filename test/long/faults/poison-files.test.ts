import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../../engine/model/finding.ts';
import type { Scope } from '../../../engine/model/rule.ts';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import { unrestricted } from '../../../src/domain/records/owned.ts';
import type { Run } from '../../../src/domain/runs/run.ts';
import { makeEncryptedPdf, makeLoopingPdf, makePdf } from '../../gate/engine/load/support/make-pdf.ts';
import { makeDocx, paragraph } from '../../gate/engine/load/support/make-zip.ts';
import { bodyOf } from '../../support/body.ts';
import { wantsAll } from '../../support/faults/chance.ts';
import { buildFaultyWorker } from '../../support/faults/faulty-worker.ts';
import { allFindings } from '../../support/findings.ts';
import { type HostileFile, hostileFiles } from '../../support/hostile/files.ts';
import { startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait.ts';

/**
 * Limits of the file readers. The time suffices to fill a heap on a busy machine. A reader is replaced when it has used
 * a third of the memory, which is more than a small file needs.
 */
const limits = { fileMs: 20_000, fileMemoryBytes: 400 * 1024 * 1024 };

const wording = [
  'The tenant shall give notice three months before leaving.',
  'The supplier shall deliver the pumps within ten days.',
  'The auditor shall keep the minutes for seven years.',
  'The landlord shall repair the roof every second year.',
];
const rules = [...wording, 'The insurer shall pay the premium in March.'].map((description, at) => ({
  name: `Duty ${at}`,
  description,
}));

type File = Omit<HostileFile, 'reason'>;
let good: File[] = [];
let poison: HostileFile[] = [];

/** Orders in text files, which the text reader of the tests obeys, and the reason with which each such file fails. */
const orders = [
  ['crash', 'parser_crashed'],
  ['exit', 'parser_crashed'],
  ['throw', 'parser_crashed'],
  ['answer nonsense', 'parser_crashed'],
  ['fill the heap', 'out_of_memory'],
  ['fill buffers', 'out_of_memory'],
  ['loop for ever', 'timed_out'],
  ['never answer', 'timed_out'],
] as const;

const pages = [wording.slice(0, 2).map((text, at) => ({ text, y: 700 - 30 * at }))];
good = [
  { name: 'contract.pdf', content: await makePdf(pages) },
  { name: 'annex.docx', content: makeDocx(paragraph(wording[2] ?? '')) },
  { name: 'notes.md', content: `# Duties\n\n${wording[3]}\n` },
];
poison = [
  ...orders.map(([order, reason]) => ({ name: `${order}.txt`, content: order, reason })),
  ...hostileFiles(),
  { name: 'cut.pdf', content: (await makePdf(pages)).subarray(0, 400), reason: 'damaged' },
  { name: 'locked.pdf', content: await makeEncryptedPdf(), reason: 'encrypted' },
  { name: 'its-own-page.pdf', content: makeLoopingPdf(), reason: 'damaged' },
  { name: 'noise.bin', content: randomBytes(4_000), reason: 'unsupported_type' },
];
const under = await startService();
const start = await buildFaultyWorker('poison', 'test/gate/engine/load/support/hostile-child.ts');
const worker = start({ limits }, { ...under.environment, PUBLIC_URL: 'https://files.example.org' });
await worker.says('ready');
afterAll(async () => {
  await worker.stop();
  await under.close();
});

/** Runs a check of these files for a new user, so that no cached text is used. */
async function runOver(files: File[], scope: Scope): Promise<{ run: Run; findings: Finding[] }> {
  const user = unrestricted(newObjectId());
  const { politics, projects, uploads, findings } = under.services;
  const about = { name: 'n', description: 'd' };
  const { _id: politicsId } = await politics.create(user, { ...about, rules });
  const links = [];
  for (const { name, content } of files) {
    const { url } = await uploads.put(user, { name, body: bodyOf(content) });
    links.push({ type: 'document' as const, name, url });
  }
  const project = await projects.create(user, { ...about, politicsId, files: links, scope });
  const { runId } = await projects.update(user, project._id, { status: 'deploying' });
  const settled = async () => {
    const run = await under.store.runs.get(user.userId, runId ?? '');
    return run?.settled ? run : null;
  };
  const run = await waitUntil(settled, { upTo: 180_000 });
  return {
    run,
    findings: await allFindings({ findings }, user, { projectId: project._id, runId: runId ?? '' }),
  };
}

/** The readable files, each after some of the unreadable ones. */
function mixed(): File[] {
  const each = Math.ceil(poison.length / good.length);
  return good.flatMap((file, at) => [...poison.slice(at * each, (at + 1) * each), file]);
}

const names = () => new Set(good.map(({ name }) => name));

/**
 * The findings about the readable files or the project, without the fields that depend on the other files: ids,
 * positions in the list, and the search.
 */
function findingsOfGood(findings: Finding[]) {
  const about = findings.filter(({ subject }) => subject.kind === 'project' || names().has(subject.name));
  return about.map(({ rule, subject, assessed, label, outcome, statement, reasons, citations }) => ({
    rule: rule.name,
    subject: subject.kind === 'project' ? null : subject.name,
    ...{ assessed, label, outcome, statement, reasons },
    citations: citations.map(({ source, quote, start, end, locator, stance }) => ({
      source: [source.name, source.sha256],
      ...{ quote, start, end, locator, stance },
    })),
  }));
}

/**
 * The expected findings if other files of the same subject cannot be read: at most ESTIMATED, because those files could
 * change them.
 */
function findingsOfPart(alone: ReturnType<typeof findingsOfGood>): ReturnType<typeof findingsOfGood> {
  return alone.map((wording) => ({
    ...wording,
    label: wording.label === 'NOT FOUND' ? wording.label : 'ESTIMATED',
    reasons: expect.toSatisfy(sameMembers([...wording.reasons, 'incomplete_sources'])),
  }));
}

const sameMembers = (wanted: string[]) => (given: string[]) =>
  given.toSorted().join() === wanted.toSorted().join();

const scopes: Scope[] = wantsAll ? ['together', 'each'] : ['together'];

describe.each(scopes)(
  'a run with twenty files that break their readers and three readable files (scope %s)',
  (scope) => {
    it('names each unreadable file with the reason, is marked as incomplete, and has the findings of the readable files', async () => {
      expect(poison).toHaveLength(20);
      const { run, findings } = await runOver(mixed(), scope);
      expect(run).toMatchObject({ state: 'completed', attempts: 1, result: { incomplete: true } });
      const reports = run.result?.files.map((file) => [file.name, file.status === 'read' ? '' : file.reason]);
      expect(Object.fromEntries(reports ?? [])).toEqual({
        ...Object.fromEntries(poison.map(({ name, reason }) => [name, reason])),
        ...Object.fromEntries(good.map(({ name }) => [name, ''])),
      });
      for (const { name, reason } of poison)
        expect(run.result?.warnings).toContainEqual(
          expect.objectContaining({ file: name, code: `file_${reason}` }),
        );

      // The same worker still works, and so do its readers.
      const alone = await runOver(good, scope);
      expect(alone.run).toMatchObject({ state: 'completed', attempts: 1 });
      expect(alone.findings.filter(({ label }) => label === 'CONFIRMED')).toHaveLength(wording.length);
      const findingsAlone = findingsOfGood(alone.findings);
      expect(findingsOfGood(findings)).toEqual(
        scope === 'each' ? findingsAlone : findingsOfPart(findingsAlone),
      );

      const subjects = scope === 'each' ? poison.length + good.length : 1;
      expect(findings).toHaveLength(rules.length * subjects);
      for (const { assessed, label, citations, search, subject } of findings) {
        const bad = subject.kind === 'file' && poison.some(({ name }) => name === subject.name);
        expect([assessed, label, citations.length]).toEqual(
          bad ? [false, null, 0] : [true, label, citations.length],
        );
        if (scope === 'together' && label === 'NOT FOUND')
          expect([search.complete, search.unread.length]).toEqual([false, poison.length]);
      }
      const scratch = join(under.folder, 'scratch');
      expect(existsSync(scratch) ? readdirSync(scratch) : []).toEqual([]);
    }, 400_000);
  },
);
