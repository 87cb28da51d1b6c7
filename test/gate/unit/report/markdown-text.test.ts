import { describe, expect, it } from 'vitest';
import { escaped, marked } from '../../../../src/services/report/formats/markdown.ts';
import { wordsOf } from '../../../support/report-words.ts';
import { reportOn } from '../../../support/reports.ts';
import { confirmed, resultOf } from '../cli/findings.ts';

describe('an address in a text', () => {
  it.each([
    'www.evil.example',
    'http://evil.example/a_b*c',
    'HTTPS://evil.example',
    'ftp://evil.example',
    'mailto:a@evil.example',
    'a.b+c@evil.example',
    '@somebody',
  ])('becomes code, of which no program makes a link: %s', (address) => {
    expect(escaped(`Write to ${address} now`)).toBe(`Write to \`${address}\` now`);
    const text = `Write to ${address} now`;
    const start = text.indexOf(address);
    // A span that begins or ends inside of the address is extended to all of it.
    expect(marked(text, [{ start: start + 2, end: start + 4 }])).toBe(`Write to **\`${address}\`** now`);
    expect(marked(text, [{ start: 0, end: start + 2 }])).toBe(`**Write to \`${address}\`** now`);
  });

  it('does not end the code, a table cell or a tag', () => {
    expect(escaped('a`www.x`b|http://y|<c@d.e>')).toBe('a\\``www.x`\\`b\\|`http://y`\\|\\<`c@d.e`\\>');
  });

  it('is not seen in ordinary words', () => {
    const text = 'The rate: 5 % at a price of 3, see www or p. 4 // 5';
    expect(escaped(text)).toBe(text);
  });
});

it('the output of a run is cleaned like the rest of a Markdown report', async () => {
  const output = { name: 'a\u202eb\u0085\u2028# c', list: ['x'] };
  const text = await wordsOf(reportOn(resultOf([confirmed()], { output })), 'md');
  expect(text).toContain('    {\n      "name": "a⟨U+202E⟩b⟨U+0085⟩ # c",\n');
});
