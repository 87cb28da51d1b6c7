import { describe, expect, it } from 'vitest';
import { detectLanguage } from '../../../../engine/language/detect.ts';

describe('the language of a table', () => {
  it.each([
    [
      '| Severity | Acknowledgement | Resolution |\n| 1 | 15 minutes | 4 hours |\n\nTimes run around the clock.',
      'en',
    ],
    [
      '| Benefit | Entitlement |\n| Annual leave | 30 days |\n| Parental leave | 28 weeks |\n| Sick pay | 6 weeks |',
      'en',
    ],
    [
      '| Leistung | Anspruch |\n| Jahresurlaub | 30 Tage |\n| Elternzeit | 28 Wochen |\n| Krankengeld | 6 Wochen |',
      'und',
    ],
  ])('is recognised by its words: %s', (text, code) => {
    expect(detectLanguage(text).code).toBe(code);
  });
});
