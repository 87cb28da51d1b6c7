import { describe, expect, it } from 'vitest';
import type { Transcriber } from '../../../engine/ports.ts';
import { loadPath, testFolder } from '../../gate/engine/load/support/load-file.ts';
import { ffmpegIsHere, makeWav } from '../../gate/engine/load/support/make-sound.ts';

const folder = testFolder();

describe.skipIf(!ffmpegIsHere())('a recording of more than ten minutes', () => {
  it('is transcribed in sections, and every section is cited by the times of the whole recording', async () => {
    const pauses = [
      { start: 400, end: 402 },
      { start: 590, end: 594 },
      { start: 1_100, end: 1_104 },
    ];
    const sections: string[] = [];
    const transcriber: Transcriber = {
      id: 'test',
      async transcribe({ name }) {
        sections.push(name);
        return [{ startMs: 1_000, endMs: 3_000, text: `Section ${sections.length}.` }];
      },
    };
    const content = await loadPath(folder.write('long.wav', makeWav(1_250, pauses)), { transcriber });
    expect(content.text).toBe('Section 1.\nSection 2.\nSection 3.\n');
    expect(new Set(sections).size).toBe(3);
    const seconds = content.ranges.map(({ locator }) =>
      locator.kind === 'time' ? [locator.startMs / 1_000, locator.endMs / 1_000].map(Math.round) : [],
    );
    expect(seconds).toEqual([
      [1, 3],
      [593, 595],
      [1_103, 1_105],
    ]);
    expect(content).toMatchObject({ countedAs: 'minutes', pages: 19, method: 'transcript', unread: [] });
  });
});
