import { describe, expect, it } from 'vitest';
import { checkingFor } from '../../../../src/cli/eval/checking.ts';

describe('an evaluation reads files', () => {
  it('with page layout by LibreOffice only if an option asks for it, so that results are the same on every machine', async () => {
    expect((await checkingFor({}, {})).ports.layout).toBeUndefined();
    expect((await checkingFor({}, { PAGE_LAYOUT: 'auto' })).ports.layout).toBeDefined();
    await expect(checkingFor({}, { PAGE_LAYOUT: 'maybe' })).rejects.toThrow('PAGE_LAYOUT is "maybe"');
  });

  it('in the requested languages if the data for them is installed', async () => {
    expect((await checkingFor({}, { OCR_LANGUAGES: 'eng' })).ports.recognition).toBeUndefined();
    await expect(checkingFor({}, { OCR_LANGUAGES: 'xyz' })).rejects.toThrow('"xyz" is not installed');
  });
});
