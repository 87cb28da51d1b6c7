import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../engine/job.ts';
import { closeLoading } from '../../../engine/load/load-source.ts';
import type { Result } from '../../../engine/model/result.ts';
import { makeZip } from '../../gate/engine/load/support/make-zip.ts';
import { hostileFiles } from '../../support/hostile/files.ts';
import { run as analyzed, jobOf } from '../../support/job.ts';
import { memoryOfChildren } from '../support/children.ts';
import { clauses } from '../support/contract.ts';
import { makeFolder } from '../support/folder.ts';
import { distil, writtenByGhostscript } from '../support/made-pdfs.ts';
import { areHere, run } from '../support/programs.ts';

const folder = makeFolder();
const programs = areHere('gs', 'convert');
const names: string[] = [];
const hostile = programs ? hostileFiles() : [];
const report = clauses[0]?.paragraphs[0] ?? '';

let result: Result;
let peakBytes: number;

function add(name: string, content: string | Uint8Array): void {
  folder.write(name, content);
  names.push(name);
}

beforeAll(async () => {
  if (!programs) return;
  const [plain = ''] = await writtenByGhostscript(folder);
  const whole = readFileSync(plain);
  const locks = ['-sOwnerPassword=owner', '-sUserPassword=user', '-dEncryptionR=3', '-dKeyLength=128'];
  const moving = folder.path('made.gif');
  await run('convert', [
    '-delay',
    '20',
    '-pointsize',
    '40',
    'label:First notice',
    'label:Second notice',
    moving,
  ]);

  add('truncated.pdf', whole.subarray(0, whole.length / 10));
  add('encrypted.pdf', readFileSync(await distil(folder, 'with-password.pdf', locks, plain)));
  for (const { name, content } of hostile) add(name, content);
  add('also-a-zip.pdf', Buffer.concat([whole, makeZip([{ name: 'word/document.xml', content: '<a/>' }])]));
  add('moving.gif', readFileSync(moving));
  add('good.pdf', whole);

  const memory = memoryOfChildren();
  const rules = [{ name: 'Incidents', description: report }];
  result = (await analyzed(jobOf({ rules, inputs: names, folder: folder.path('') }))).result;
  peakBytes = memory.stop();
});
afterAll(() => {
  closeLoading();
  folder.remove();
});

describe.skipIf(!programs)('a run with hostile files', () => {
  it('names each unreadable file with its reason, and reads the other files', () => {
    const reports = result.files.map((file) => [file.name, file.status === 'read' ? 'read' : file.reason]);
    expect(Object.fromEntries(reports)).toEqual({
      'truncated.pdf': 'damaged',
      'encrypted.pdf': 'encrypted',
      ...Object.fromEntries(hostile.map(({ name, reason }) => [name, reason])),
      'also-a-zip.pdf': 'read',
      'moving.gif': 'read',
      'good.pdf': 'read',
    });
    expect(result.incomplete).toBe(true);
  });

  it('reports the parts of a file that were not read, such as frames of an animated picture', () => {
    const wording = result.warnings.filter(({ file }) => file === 'moving.gif').map(({ code }) => code);
    expect(wording).toEqual(expect.arrayContaining(['part_not_read', 'first_frame_only']));
  });

  it('cites the readable files, and lists the hostile files as unread', () => {
    const [finding] = result.findings;
    expect(finding?.citations.map(({ quote }) => quote.replace(/\s+/g, ' '))).toContain(report);
    expect(finding?.search.unread.map(({ name }) => name)).toEqual([
      'truncated.pdf',
      'encrypted.pdf',
      ...hostile.map(({ name }) => name),
      'moving.gif, frames 2 to 2',
    ]);
  });

  it('never needs twice the memory limit of a reader process', () => {
    expect(peakBytes).toBeGreaterThan(0);
    expect(peakBytes).toBeLessThan(2 * defaultLimits.fileMemoryBytes);
  });
});
