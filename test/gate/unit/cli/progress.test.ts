import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { AnalysisEvent } from '../../../../engine/job.ts';
import { showProgress } from '../../../../src/cli/check/output/progress.ts';
import { columnsOf, wantsColor } from '../../../../src/cli/terminal/output.ts';
import { confirmed, readFile } from './findings.ts';

const events: AnalysisEvent[] = [
  { type: 'file_started', role: 'input', fileIndex: 0, name: 'contract.pdf' },
  { type: 'pages_read', role: 'input', fileIndex: 0, name: 'contract.pdf', pages: 40 },
  { type: 'file_ended', role: 'input', fileIndex: 0, report: readFile },
  { type: 'finding', finding: confirmed(), done: 1, total: 1 },
];

/** The output of a run to a stream; `isTTY` says whether the stream is a terminal. */
function progressOn(isTTY: boolean): string {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 80, cursorTo: () => true });
  const progress = showProgress(stream, { files: 1, checks: 1, each: false }, false);
  for (const event of events) progress.show(event);
  progress.end();
  return String(stream.read() ?? '');
}

describe('the progress of a run', () => {
  it('counts files, pages and rules at a terminal', () => {
    const shown = progressOn(true);
    expect(shown).toContain('files 0/1 · 0 pages · rules 0/1');
    expect(shown).toContain('files 1/1 · 40 pages · rules 1/1');
  });

  it('is not printed without a terminal', () => {
    expect(progressOn(false)).toBe('');
  });
});

describe('the style of the output', () => {
  it('includes colour at a terminal, unless an option says otherwise', () => {
    expect(wantsColor({ isTTY: true }, true, {})).toBe(true);
    expect(wantsColor({}, true, {})).toBe(false);
    expect(wantsColor({}, true, { FORCE_COLOR: '1' })).toBe(true);
    expect(wantsColor({ isTTY: true }, true, { FORCE_COLOR: '0' })).toBe(false);
    expect(wantsColor({ isTTY: true }, true, { NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(false);
    expect(wantsColor({ isTTY: true }, true, { NO_COLOR: '' })).toBe(true);
    expect(wantsColor({ isTTY: true }, true, { TERM: 'dumb' })).toBe(false);
    expect(wantsColor({ isTTY: true }, false, { FORCE_COLOR: '1' })).toBe(false);
  });

  it('has the width of the terminal, or the width that is set', () => {
    expect(columnsOf({ columns: 80 }, { columns: 90 }, { COLUMNS: '70' })).toBe(80);
    expect(columnsOf({}, { columns: 90 }, { COLUMNS: '70' })).toBe(70);
    expect(columnsOf({}, { columns: 90 }, { COLUMNS: 'wide' })).toBe(90);
    expect(columnsOf({}, {}, {})).toBe(100);
  });
});
