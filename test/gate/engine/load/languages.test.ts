import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRecognition, ownRecognition } from '../../../../engine/load/image/ocr/languages.ts';

describe('the languages of recognised print', () => {
  it('are English only if none is named, because the data for English is included', () => {
    const { languages, folder } = ownRecognition();
    expect(languages).toEqual(['eng']);
    expect(existsSync(join(folder, 'eng.traineddata.gz'))).toBe(true);
    expect([openRecognition([]), openRecognition(['eng', 'eng'])]).toEqual([null, null]);
  });

  it.each(['xyz', '../eng', 'eng/../eng', 'English'])(
    'are refused if the data for one is not installed (%s), and the error names the package to install',
    (language) => {
      expect(() => openRecognition(['eng', language])).toThrow(
        expect.objectContaining({
          code: 'no_ocr_language',
          message: expect.stringContaining(`npm install @tesseract.js-data/${language}`),
        }),
      );
    },
  );
});
