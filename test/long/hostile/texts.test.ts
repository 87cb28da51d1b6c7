import { lastSentence, longTexts } from '../../support/long-texts.ts';
import { checkEach, extreme, type Hostile, notRead, read } from './support/check-each.ts';

const most = 8 * 1024 * 1024;
const room = 2_000;

/** A text of 8 MB that repeats one pattern and ends with the sentence that the rule asks for. */
function long(shape: string, about: string, given: Partial<Hostile> = {}): Hostile {
  return {
    name: `${shape}.txt`,
    about,
    content: () => `${longTexts[shape]?.(most - room)} ${lastSentence}`,
    ...extreme,
    expected: read('found'),
    ...given,
  };
}

checkEach('texts of 8 MB', [
  long('sentence', 'one line that is one sentence', {
    expected: read('ESTIMATED', /sentence\.txt.*has sentences of more than 2,000/),
  }),
  long('dots', 'only dots'),
  long('number', 'one number'),
  long('word', 'one word'),
  long('brackets', 'opening brackets'),
  long('marks', 'one letter with eight million accents'),
  long('newlines', 'empty lines'),
  long('headings', 'headings', { name: 'headings.md' }),
  long('list', 'list items, some of them deeply nested', { name: 'list.md' }),
  long('groups', 'one number with spaces between its thousands'),
  long('marked', 'letters that each have an accent'),
  long('jamo', 'Korean syllables as separate letters', {
    content: () => `${longTexts.jamo?.(most - 2 * room)} ${lastSentence}`,
  }),
  long('emoji', 'emoji, whose codes are above U+FFFF'),
  long('tabs', 'tabs between single letters'),
  long('backticks', 'backticks', { name: 'backticks.md' }),
  {
    name: 'digits.txt',
    about: 'digits before the number of a clause',
    content: () =>
      `${lastSentence}\n\nThe amount of ${'20212020'.repeat(100)} EUR in clause 99.7 is deleted, and clauses ${'toa'.repeat(100)} 99.7 are deleted.`,
    expected: read('ESTIMATED'),
  },
  {
    name: 'data.json',
    about: 'one line of JSON',
    content: () =>
      `{"rows":[${Array.from({ length: 400_000 }, (_, at) => `{"id":${at},"v":"a"}`)
        .join(',')
        .slice(0, most - room)}],"note":"${lastSentence}"}`,
    ...extreme,
    expected: read('ESTIMATED', /data\.json.*has sentences of more than 2,000/),
  },
  {
    name: 'deep.json',
    about: 'four million nested brackets',
    content: () => `${'['.repeat(most / 2 - room)}"${lastSentence}"${']'.repeat(most / 2 - room)}`,
    ...extreme,
    expected: read('ESTIMATED'),
  },
  {
    name: 'too-long.txt',
    about: 'one character more than Proviso reads',
    content: () => 'a'.repeat(most + 1),
    expected: notRead(/longer than 8 million characters\. Split it into smaller files/),
  },
  {
    name: 'far-too-long.txt',
    about: '150 MB',
    content: () => Buffer.alloc(150 * 1024 * 1024, 'words and '),
    megabytes: 700,
    expected: notRead(/longer than 8 million characters/),
  },
]);

checkEach('tables in text files', [
  {
    name: 'line.csv',
    about: 'one field of 8 MB',
    content: () => `"${longTexts.sentence?.(most - room)}","${lastSentence}"\n`,
    ...extreme,
    expected: read('ESTIMATED', /line\.csv.*has sentences of more than 2,000/),
  },
  {
    name: 'columns.csv',
    about: 'a hundred thousand columns',
    content: () =>
      `${Array.from({ length: 100_000 }, (_, at) => `c${at}`).join(',')}\n${'1,'.repeat(99_999)}${lastSentence}\n`,
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'fields.csv',
    about: 'four million empty fields in one line',
    content: () => `${','.repeat(4_000_000)}${lastSentence}\n`,
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'quote.csv',
    about: 'a quote that is never closed, over two hundred thousand lines',
    content: () => `a,b\n"${'1,2\n'.repeat(200_000)}${lastSentence}`,
    ...extreme,
    expected: read('ESTIMATED'),
  },
  {
    name: 'quotes.csv',
    about: '8 MB of quotes',
    content: () => '"'.repeat(most - room),
    ...extreme,
    expected: read('NOT FOUND'),
  },
  {
    name: 'formulas.csv',
    about: 'cells that a spreadsheet would run as formulas',
    content: () => `=cmd|' /C calc'!A0,@SUM(1),+1,-1,${lastSentence}\n`,
    expected: read('found'),
  },
]);

const bytes = (...pieces: (string | number[])[]) =>
  Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece))));

checkEach('unusual characters', [
  {
    name: 'zeros.txt',
    about: 'zero bytes between words',
    content: () => `${lastSentence}\0\0\0${lastSentence}`,
    expected: notRead(/content is not in a known format/),
  },
  {
    name: 'late-zeros.txt',
    about: 'zero bytes after the first 4 KB',
    content: () => `${'Words and more words. '.repeat(300)}\0\u0001\u0007\u001b[31m\0 ${lastSentence}`,
    expected: read('found'),
  },
  {
    name: 'all-zeros.txt',
    content: () => Buffer.alloc(1_000_000),
    expected: notRead(/./),
  },
  {
    name: 'invalid.txt',
    about: 'bytes that are not valid UTF-8',
    content: () => bytes('Words ', [0xc3, 0x28, 0xf8, 0x88, 0xff, 0x80], ` and words.\n${lastSentence}\n`),
    expected: read('found', /invalid\.txt.*Windows Latin-1.*save it as UTF-8/),
  },
  {
    name: 'surrogates.txt',
    about: 'single surrogates, encoded as UTF-8',
    content: () => bytes('Words ', [0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80], `.\n${lastSentence}\n`),
    expected: read('found', /surrogates\.txt.*Windows Latin-1/),
  },
  {
    name: 'half.txt',
    about: 'UTF-16 with single surrogates and half a code unit at the end',
    content: () => bytes([0xff, 0xfe], [0x00, 0xd8, 0x41, 0x00, 0x00, 0xdc, 0x42]),
    expected: notRead(/utf-16le but has invalid bytes\. Save it again as UTF-8/),
  },
  {
    name: 'turned.txt',
    about: 'reversed text and terminal escape sequences',
    content: () =>
      `The fee is \u202e000,1\u202c euros. \u001b]0;owned\u001b[2J\u2066\u0085\u009b2J ${lastSentence}\n`,
    expected: read('found'),
  },
  {
    name: 'invisible.txt',
    about: 'a million characters of zero width',
    content: () => `${'\u200b\u2060\u{e0041}'.repeat(333_333)}${lastSentence}\n`,
    ...extreme,
    expected: read('ESTIMATED'),
  },
  {
    name: 'empty.txt',
    content: () => '',
    expected: notRead(/0 bytes.*Download or export it again/),
  },
]);
