import { describe, expect, it } from 'vitest';
import { passagesOf } from '../../../../engine/chunk/passages.ts';
import { collected } from '../../../support/collected.ts';
import { isSkipped, loadPath, memoryCache, testFolder } from './support/load-file.ts';

const folder = testFolder();

/** Loads bytes as the response to a link, with the media type that the server declares. */
const loadAnswer = (name: string, bytes: string | Uint8Array, declaredType: string) =>
  folder.load(name, bytes, { declaredType });

const loadPage = (html: string) => folder.load('page.html', html);

const prose = (topic: string) =>
  `The ${topic} clause binds both parties, from the day of signature, for as long as the agreement lasts. `.repeat(
    3,
  );

const agreement = `<!doctype html><html lang="en"><head><title>Agreement</title>
</head><body>
  <nav id="menu"><ul><li><a href="/">Home</a><li><a href="/prices">Prices of the shop</a></ul></nav>
  <div class="cookie-banner"><p>We use cookies to bake this site.</p><button>Accept all</button></div>
  <main><article>
    <h1 id="top">Service agreement</h1><p>${prose('opening')}</p>
    <h2 id="security">Security</h2><p>First of security. ${prose('security')}</p>
    <p>Passwords have at least <b>12</b>&nbsp;characters and up to 10<sup>5</sup> tries<sup>st</sup>.</p>
    <p id="escrow">Escrow is kept.</p>
    <table><caption>Fees</caption><thead><tr><th>Plan<th>Fee</thead>
      <tr><td><p>Basic</p><td>EUR 1,200<tr><td>Large<td></table>
  </article></main>
  <footer><p>Imprint and privacy of the shop</p></footer></body></html>`;

describe('a web page', () => {
  it('is read with what follows its end, such as a second page', async () => {
    const first = '<!doctype html><html><head></head><body><p>First.</p></body></html>';
    const { text } = await loadPage(`${first}<p>Next.</p><HTML><body class="a"><p>Second.</p></body></HTML>`);
    expect(text).toBe('First.\n\nNext.\n\nSecond.\n\n');
  });

  it('is read as XML if it is XML: an empty element ends where it begins', async () => {
    const page =
      '<html xmlns="http://www.w3.org/1999/xhtml"><body><iframe src="x"/><p>Read.</p></body></html>';
    expect((await loadPage(`<?xml version="1.0"?>${page}`)).text).toBe('Read.\n\n');
  });

  it('has the text around its main content marked as boilerplate', async () => {
    const content = await loadPage(agreement);
    for (const words of ['Prices of the shop', 'use cookies', 'Accept all', 'Imprint']) {
      expect(isSkipped(content, words), words).toBe(true);
    }
    for (const words of ['Service agreement', 'First of security', 'Basic', 'Escrow']) {
      expect(isSkipped(content, words), words).toBe(false);
    }
    const source = { role: 'input', fileIndex: 0, name: 'a', linkBase: 'a', sha256: '', content } as const;
    const passages = (await collected(passagesOf(source))).map(({ start, end }) =>
      content.text.slice(start, end),
    );
    expect(passages.join('\n')).toContain('Passwords have');
    expect(passages.join('\n')).not.toContain('cookies');
  });

  it.each(['aside', 'footer', 'nav', 'header'])(
    'is read even if all its text is in one large element: %s',
    async (name) => {
      const items = Array.from({ length: 12 }, (_, index) => `<li><a href="#">Item ${index}</a>`).join('');
      const content = await loadPage(`<html><body><${name}><ul>${items}</ul></${name}></body></html>`);
      expect(content.text).toContain('Item 7');
      expect(content.skips).toEqual([]);
    },
  );

  it('is read with an aside that belongs to the article', async () => {
    const content = await loadPage(`<html><body><main><article><p>${prose('first')}</p>
      <aside><p>${prose('exceptional')}</p></aside><p>${prose('last')}</p></article></main></body></html>`);
    expect(isSkipped(content, 'The exceptional clause')).toBe(false);
  });

  it.each([
    ['the server', 'text/html; charset=ISO-8859-1', '<p>Größe 5 €', 'latin1', 'Größe'],
    ['the page', 'text/html', '<meta charset="windows-1251"><p>Цена', 'cp1251', 'Цена'],
    [
      'the page in an http-equiv element',
      'text/html',
      '<meta http-equiv=Content-Type content="text/html; charset=Shift_JIS"><p>契約',
      'sjis',
      '契約',
    ],
    [
      'its XML declaration',
      'application/xhtml+xml',
      '<?xml version="1.0" encoding="iso-8859-2"?><html><body><p>Łódź</p></body></html>',
      'l2',
      'Łódź',
    ],
    ['its byte order mark rather than the server', 'text/html; charset=latin1', '<p>Größe', 'utf16', 'Größe'],
    [
      'its byte order mark rather than the page',
      'text/html',
      '<meta charset="windows-1251"><p>Größe',
      'utf16',
      'Größe',
    ],
    [
      'the server rather than the page',
      'text/html; charset=windows-1251',
      '<meta charset="windows-1252"><p>Цена',
      'cp1251',
      'Цена',
    ],
    [
      'the page if the server names an unknown one',
      'text/html; charset=x-unknown',
      '<meta charset="windows-1251"><p>Цена',
      'cp1251',
      'Цена',
    ],
    [
      'the server if the page names an unknown one',
      'text/html; charset=windows-1251',
      '<meta charset="x-unknown"><p>Цена',
      'cp1251',
      'Цена',
    ],
    ['nothing if the content is valid UTF-8', 'text/html', '<p>Größe €', 'utf8', 'Größe €'],
  ])('is decoded with the encoding declared by %s', async (_by, type, html, encoding, words) => {
    const content = await loadAnswer('page', encoded(html, encoding), type);
    expect(content.text).toContain(words);
    expect(content.warnings).toEqual([]);
  });

  it('is read as Windows Latin-1, with a warning, if no encoding is declared', async () => {
    const content = await loadAnswer('page', Buffer.from('<p>Größe', 'latin1'), 'text/html');
    expect(content.text).toContain('Größe');
    expect(content.warnings).toMatchObject([{ code: 'encoding_guessed' }]);
  });

  it('is read again if the same content comes with a different declared encoding', async () => {
    const path = folder.write('cached', Buffer.from('<p>\xd6l', 'latin1'));
    const { cache } = memoryCache();
    const texts: string[] = [];
    for (const charset of ['iso-8859-1', 'iso-8859-5']) {
      const content = await loadPath(path, { cache, declaredType: `text/html; charset=${charset}` });
      texts.push(content.text);
    }
    expect(texts).toEqual(['Öl\n\n', 'жl\n\n']);
  });

  it('is read again if text is recognised in other languages than before', async () => {
    const path = folder.write('languages', '<p>Oil');
    const { kept, cache } = memoryCache();
    for (const languages of [['eng'], ['eng', 'deu'], ['eng']])
      await loadPath(path, { cache, recognition: { languages, folder: path } });
    expect(kept.size).toBe(2);
  });

  it('is refused if it is local and named .pdf or if the server declares a PDF, but read with a warning if only its URL ends in .pdf', async () => {
    const html = '<!doctype html><html><body><p>Please sign in.</p></body></html>';
    const local = loadPath(folder.write('report.pdf', html));
    await expect(local).rejects.toMatchObject({ code: 'type_mismatch' });
    const answered = await loadAnswer('report.pdf', html, 'text/html; charset=utf-8');
    expect(answered).toMatchObject({ mediaType: 'text/html', warnings: [{ code: 'type_differs' }] });
    const disguised = loadAnswer('report.pdf', html, 'application/pdf');
    await expect(disguised).rejects.toMatchObject({ code: 'type_mismatch' });
  });

  it('is read as a PDF if its content is a PDF, whatever the server declares', async () => {
    await expect(loadAnswer('a', '%PDF-1.7 broken', 'text/html')).rejects.toMatchObject({ code: 'damaged' });
  });

  it('is reported as created by scripts, or as empty, if it has no text', async () => {
    const scripted = loadPage(
      '<html><body><div id="root"></div><script src="app.js"></script></body></html>',
    );
    await expect(scripted).rejects.toMatchObject({
      code: 'no_text',
      message: expect.stringContaining('scripts'),
    });
    await expect(loadPage('<html><body></body></html>')).rejects.toMatchObject({ code: 'no_text' });
  });

  it.each([
    ['no html element', '<p>Words of it.</p>'],
    ['no tags', 'Words of it.'],
    ['a title but no body element', '<!doctype html><title>t</title><p>Words of it.'],
    ['unclosed elements', '<html><body><div><p>Words of it.'],
    ['20,000 nested elements', `<html><body>${'<div>'.repeat(20_000)}Words of it.`],
  ])('is read although it has %s', async (_what, html) => {
    expect((await loadPage(html)).text).toBe('Words of it.\n\n');
  });

  it('is read with a warning if it has too many style rules to say what they hide', async () => {
    const page = (rules: number) =>
      `<style>${'a{color:red}'.repeat(rules)}.x{display:none}</style><p class="x">Rent is due.</p>`;
    const [few, many] = [await loadPage(page(10)), await loadPage(page(3_000))];
    expect(few.warnings.map(({ code }) => code)).toEqual(['hidden_text']);
    expect(many.warnings.map(({ code }) => code)).toEqual(['styles_not_examined']);
  });

  it('has the cells of layout tables read as paragraphs', async () => {
    const { text } = await loadPage(
      '<html><body><table><tr><td><h2>Left</h2><p>One.</p><td><table><tr><td>a<td>b</table></table></body></html>',
    );
    expect(text).toBe('Left\n\nOne.\n\na | b\n\n');
  });
});

/** The bytes of a text in an encoding that Node can decode but not encode. Covers the few letters that the tests use. */
function encoded(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf8') return Buffer.from(text);
  if (encoding === 'utf16') return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  const label = { latin1: 'windows-1252', cp1251: 'windows-1251', sjis: 'shift_jis', l2: 'iso-8859-2' }[
    encoding
  ];
  const decoder = new TextDecoder(label);
  const codes = new Map<string, number[]>();
  for (let lead = 0; lead < 256; lead++) {
    codes.set(decoder.decode(Uint8Array.of(lead)), [lead]);
    for (let trail = 64; lead > 0x80 && trail < 256; trail++) {
      const letter = decoder.decode(Uint8Array.of(lead, trail));
      if (letter.length === 1 && !codes.has(letter)) codes.set(letter, [lead, trail]);
    }
  }
  return Uint8Array.from([...text].flatMap((letter) => codes.get(letter) ?? []));
}
