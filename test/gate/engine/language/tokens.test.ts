import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectLanguage } from '../../../../engine/language/detect.ts';
import { english } from '../../../../engine/language/english.ts';
import { tokenize } from '../../../../engine/language/tokens.ts';

const terms = (text: string): string[] => tokenize(text, english).map(({ term }) => term);

it('the words of a text are cached for the next text, but the text itself is not', () => {
  // A process whose heap has room for half of the texts ends early if it keeps them.
  const child = join(import.meta.dirname, 'long-texts-child.ts');
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--max-old-space-size=100', '--import', 'tsx', child],
    { encoding: 'utf8' },
  );
  expect(status, stderr).toBe(0);
});

describe('the words of a text', () => {
  it.each([
    ['1,234 and 1234', ['1234', 'and', '1234']],
    ['12.5% ≥ 3', ['12.5', '%', '≥', '3']],
    ['eight (8) days', ['8', '8', 'dai']],
    ['a 90-day term', ['a', '90', 'dai', 'term']],
    ['FY2022 FY22', ['2022', '2022']],
    ['§ 5.1.1.2', ['§', '5.1.1.2']],
    ['users’ and user’s', ['user', 'and', 'user']],
    ['kept, keeping', ['keep', 'keep']],
    ['auth\u00ADentication', terms('authentication')],
    ['ﬁle № ５', [...terms('file'), 'no', '5']],
  ])('%s', (text, expected) => {
    expect(terms(text)).toEqual(expected);
  });

  it('are found in scripts without spaces, in texts of any length', () => {
    const words = tokenize('パスワードは八文字以上とする。'.repeat(2_000), english).map(({ word }) => word);
    expect(words).toContain('パスワード');
    expect(words.length).toBeGreaterThan(8_000);
  });
});

describe('the language of a text', () => {
  it.each([
    [
      'en',
      'The supplier shall keep the records of the services for a year and show them to the customer on request.',
    ],
    [
      'de',
      'Der Lieferant bewahrt die Unterlagen für ein Jahr auf und zeigt sie dem Kunden, wenn er es verlangt, nicht aber Dritten.',
    ],
    ['ja', '供給者は記録を一年間保管し、顧客の求めに応じて示すものとする。'],
    ['ru', 'Поставщик хранит документы в течение года и показывает их заказчику по его требованию.'],
    [
      'und',
      'Lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor incididunt labore magna aliqua.',
    ],
    ['und', '12 345 67 89'],
  ])('%s', (code, text) => {
    const language = detectLanguage(text);
    expect(language.code).toBe(code);
    expect(language.complete).toBe(code === 'en');
  });

  it('is that of the whole text, not of its first page', () => {
    const title = 'ACME GMBH · RAHMENVERTRAG\n'.repeat(10);
    const body =
      'The supplier shall keep the records of the services for a year and show them to the customer. ';
    expect(detectLanguage(title + body.repeat(2_000)).code).toBe('en');
  });

  it('is shared by all texts in it, because word forms are cached by language', () => {
    const german = (what: string) =>
      `Der ${what} ist nach dem Ende der Laufzeit von dem Mieter an die Vermieterin zu geben.`;
    expect(detectLanguage(german('Schlüssel'))).toBe(detectLanguage(german('Bericht')));
  });
});
