import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { locatorAt } from '../../../../engine/cite/locator-at.ts';
import { loadPath, testFolder } from './support/load-file.ts';

const folder = testFolder();

const words = 'Der Käufer zahlt 20 € — sofort.\r\nZweite Zeile.\r\n';
const expected = 'Der Käufer zahlt 20 € — sofort.\nZweite Zeile.\n';

function bigEndian(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

describe('a text file', () => {
  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(words)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${words}`)],
    ['little-endian UTF-16 with a byte order mark', Buffer.from(`\ufeff${words}`, 'utf16le')],
    ['big-endian UTF-16 with a byte order mark', bigEndian(`\ufeff${words}`)],
    ['UTF-16 without a byte order mark', Buffer.from(words.replace(/[€—]/g, '$'), 'utf16le')],
  ])('is read as %s, without a warning', async (name, bytes) => {
    const content = await loadPath(folder.write(`${name}.txt`, bytes));
    expect(content.text).toBe(name.includes('without') ? expected.replace(/[€—]/g, '$') : expected);
    expect(content.warnings).toEqual([]);
  });

  it('has each line under its number, however long it is', async () => {
    const lines = Array.from({ length: 9_000 }, (_, at) => `This is line ${at + 1}.\n`);
    const content = await loadPath(folder.write('long.txt', lines.join('')));
    const start = content.text.indexOf('line 8765');
    expect(locatorAt(content, { start, end: start + 1 })).toEqual({ kind: 'lines', from: 8765, to: 8765 });
  });

  it('is read as Windows Latin-1, with a warning, if it is not valid UTF-8', async () => {
    const content = await loadPath(
      folder.write('old.txt', Buffer.from('K\xe4ufer zahlt 20 \x80.', 'latin1')),
    );
    expect(content.text).toBe('Käufer zahlt 20 €.');
    expect(content.warnings.map(({ code }) => code)).toEqual(['encoding_guessed']);
  });

  it('is read without a warning if its name has no extension, and with one if it has the extension of another format', async () => {
    expect((await loadPath(folder.write('README', 'Plain words.'))).warnings).toEqual([]);
    const document = await PDFDocument.create();
    document.addPage().drawText('In truth a PDF.', { x: 50, y: 500 });
    const content = await loadPath(folder.write('claims.docx', await document.save()));
    expect(content.text).toContain('In truth a PDF.');
    expect(content.warnings).toEqual([
      {
        code: 'type_differs',
        message: 'It is named .docx but its content is a PDF, so it was read as a PDF.',
      },
    ]);
  });
});

describe('a frame of signs', () => {
  it('is blank, with each word at its line and column, and a list with the same signs is as it was', async () => {
    const frame = ['***************', '*             *', '*  6. Warranty  *', '*  There is none *  *'];
    const comment = ['', '# The fee is due', '#', '# in thirty days.', ''];
    const list = ['* one pump, not', '* two, with 2 * 3', '* hoses'];
    const lines = [...frame, ...comment, ...list];
    const { text } = await loadPath(folder.write('framed.txt', Buffer.from(lines.join('\n'))));
    expect(text.split('\n').map((line) => line.trimEnd())).toEqual([
      ...['', '', '   6. Warranty', '   There is none *'],
      ...['', '  The fee is due', '', '  in thirty days.', '', ...list],
    ]);
    expect(text).toHaveLength(lines.join('\n').length);
  });
});
