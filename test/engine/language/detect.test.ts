import { describe, expect, it } from 'vitest';
import { detectLanguage } from '../../../engine/language/detect.ts';

describe('the language of a short sentence', () => {
  it.each([
    ['Administrators must install critical security updates within 7 days after release.', 'en'],
    ['Employees must complete security training once every three years.', 'en'],
    ['Die Mitarbeiter müssen jedes Jahr die Schulung besuchen und den Test bestehen.', 'de'],
    ['Les salariés doivent suivre la formation une fois par an dans les locaux.', 'fr'],
    ['Los empleados deben completar la formación una vez al año en el centro.', 'es'],
  ])('is recognised: %s', (text, code) => {
    expect(detectLanguage(text).code).toBe(code);
  });
});
