import { describe, expect, it } from 'vitest';
import { hiddenFrom } from '../../../../engine/model/source.ts';
import { failureOf, isSkipped, placeOf, testFolder } from './support/load-file.ts';
import { type BookFile, chapter, makeEpub } from './support/make-epub.ts';
import { makeZip } from './support/make-zip.ts';

const folder = testFolder();

const load = (book: Uint8Array, name = 'book.epub') => folder.load(name, book);
const loadChapter = (body: string, head?: string) =>
  load(makeEpub([{ href: 'one.xhtml', content: chapter(body, head) }], [0]));

const contents = `<h1>Contents</h1><p>Read the second chapter first.</p>
  <nav epub:type="toc"><ol><li><a href="b.xhtml">Notice of termination</a></li></ol></nav>`;

/** Files in an order that differs from the order of reading. */
const files: BookFile[] = [
  { href: 'nav.xhtml', content: chapter(contents), properties: 'nav' },
  { href: 'a.xhtml', content: chapter('<h1>Payment</h1><p>Rent is due monthly.</p>') },
  {
    href: 'text/b%20%C3%A9.xhtml',
    name: 'text/b é.xhtml',
    content: chapter(
      '<p>By the editor.</p><h1>Notice</h1><h2 id="exit">Leaving</h2><p>First.</p><p>Notice is 3 months.</p>',
    ),
  },
];

describe('an e-book', () => {
  it('is read in the order of its spine, and each chapter is cited by its own headings and paragraphs', async () => {
    const content = await load(makeEpub(files, [0, 2, 1]));
    expect(content).toMatchObject({
      mediaType: 'application/epub+zip',
      countedAs: 'sections',
      method: 'text',
    });
    expect(content.text.indexOf('Notice is 3 months')).toBeLessThan(content.text.indexOf('Rent is due'));
    expect(placeOf(content, 'By the editor')).toEqual({
      kind: 'section',
      heading: 'text/b é.xhtml',
      paragraph: 1,
      anchor: 'OEBPS/text/b é.xhtml',
    });
    expect(placeOf(content, 'Notice is 3 months')).toEqual({
      kind: 'section',
      heading: 'Notice > Leaving',
      paragraph: 2,
      anchor: 'OEBPS/text/b é.xhtml#exit',
    });
    expect(placeOf(content, 'Rent is due')).toMatchObject({ heading: 'Payment', paragraph: 1 });
    expect(content.headings.map(({ level, text }) => [level, text])).toEqual([
      [1, 'Contents'],
      [1, 'Notice'],
      [2, 'Leaving'],
      [1, 'Payment'],
    ]);
    expect([content.unread, content.warnings]).toEqual([[], []]);
  });

  it('has each chapter once in its text, and skips the headings of its table of contents', async () => {
    const listed = await load(makeEpub(files, [0, 2, 1, 2]));
    expect(isSkipped(listed, 'Notice of termination')).toBe(true);
    expect(isSkipped(listed, 'Read the second chapter first.')).toBe(false);
    expect(listed.text.split('Notice is 3 months')).toHaveLength(2);
    const unlisted = await load(makeEpub(files, [2, 1]));
    expect(unlisted.text).not.toContain('Notice of termination');
  });

  it('has no boilerplate in its chapters: notes, chapter headers and asides are part of the text', async () => {
    const body = `<header><h1>Rent</h1></header><p>${'The rent clause binds both parties. '.repeat(20)}</p>
      <aside epub:type="footnote" class="sidebar"><p>Except in May.</p></aside><footer><p>Signed.</p></footer>`;
    const content = await loadChapter(body);
    expect(content.skips).toEqual([]);
    expect(placeOf(content, 'Except in May.')).toMatchObject({ heading: 'Rent', paragraph: 2 });
  });

  it('is read as XML: an empty element ends where it begins, and character data is text', async () => {
    const body = `<p>One<iframe src="x"/> two.</p><div style="display:none"/><p>10&#160;% &amp; more</p>
      <video src="film.mp4"/><p>A <![CDATA[<b> &amp; c]]></p><p>Last<br/>line.</p>`;
    const content = await loadChapter(body, '<title/><script src="x.js"/><style/>');
    expect(content.text).toBe('One two.\n\n10\u00a0% & more\n\nA <b> &amp; c\n\nLast\nline.\n\n');
  });

  it('has the words of a chapter that is not well-formed XML', async () => {
    const content = await loadChapter('<p>One<br>two<p>Three<ul><li>Four</ul>');
    expect(content.text).toBe('One\ntwo\n\nThree\n\nFour\n\n');
  });

  it('has words marked as hidden if its own style sheets hide them', async () => {
    const style = { href: 'css/all.css', content: '.x { display: none }', mediaType: 'text/css' };
    const head = '<link rel="stylesheet" href="../css/all.css"/>';
    const page = chapter('<p>Seen.</p><p class="x">Unseen.</p><p style="color:#fff">White.</p>', head);
    const content = await load(makeEpub([{ href: 'text/one.xhtml', content: page }, style], [0]));
    expect(content.text.slice(hiddenFrom(content))).toBe('Unseen.\n\nWhite.\n\n');
  });

  it('lists chapters that are missing, of another format or only pictures, but not the cover', async () => {
    const picture = (name: string) => chapter(`<svg><image xlink:href="${name}"/></svg>`);
    const content = await load(
      makeEpub(
        [
          { href: 'one.xhtml', content: chapter('<p>Words.</p>') },
          { href: 'gone.xhtml', name: null, content: '' },
          { href: 'plan.svg', content: '<svg/>', mediaType: 'image/svg+xml' },
          { href: 'film.bin', content: '', mediaType: 'video/x', fallback: 'f4' },
          { href: 'words.xhtml', content: chapter('<p>In text instead.</p>') },
          { href: 'cover.xhtml', content: picture('cover.png') },
          { href: 'page.xhtml', content: picture('page.png') },
          { href: 'cover.png', content: 'x', mediaType: 'image/png', properties: 'cover-image' },
        ],
        [5, 0, 1, 2, 3, 6],
      ),
    );
    expect(content.text).toBe('Words.\n\nIn text instead.\n\n');
    expect(content.unread.map(({ where }) => where)).toEqual(['gone.xhtml', 'plan.svg', 'page.xhtml']);
  });

  it('is recognised by its content, whatever its name', async () => {
    const renamed = await load(makeEpub(files, [2]), 'book.zip');
    expect(renamed.mediaType).toBe('application/epub+zip');
    expect(renamed.warnings).toMatchObject([{ code: 'type_differs' }]);
    const archive = await load(makeZip([{ name: 'a.md', content: 'Just words.' }]), 'archive.epub');
    expect(archive.mediaType).toBe('application/zip');
    expect(archive.warnings).toMatchObject([{ code: 'type_differs' }]);
  });

  it('is read inside an archive', async () => {
    const content = await load(makeZip([{ name: 'book.epub', content: makeEpub(files, [2]) }]), 'all.zip');
    expect(placeOf(content, 'Notice is 3 months')).toEqual({
      kind: 'message',
      part: 'book.epub, “Notice > Leaving”, paragraph 2',
    });
  });
});

const encryption = (uri: string) => ({
  name: 'META-INF/encryption.xml',
  content: `<encryption><enc:EncryptedData xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:CipherData>
    <enc:CipherReference URI="${uri}"/></enc:CipherData></enc:EncryptedData></encryption>`,
});
const one = [{ href: 'one.xhtml', content: chapter('<p>Words.</p>') }];

describe('an e-book that cannot be read', () => {
  it.each<[string, Uint8Array, string, RegExp]>([
    ['has encrypted chapters', makeEpub(one, [0], [encryption('OEBPS/one.xhtml')]), 'encrypted', /DRM/],
    ['has an encrypted package', makeEpub(one, [0], [encryption('OEBPS/book.opf')]), 'encrypted', /DRM/],
    ['lists no chapters', makeEpub(one, []), 'damaged', /lists no chapters/],
    [
      'contains none of its chapters',
      makeEpub([{ href: 'a.xhtml', name: null, content: '' }], [0]),
      'damaged',
      /none of its/,
    ],
    [
      'refers to files outside',
      makeEpub([{ href: '../../../../etc/passwd', name: null, content: '' }], [0]),
      'damaged',
      /none of its/,
    ],
    ['is cut off', makeEpub(one, [0]).slice(0, 300), 'damaged', /again/],
    [
      'has no container',
      makeZip([{ name: 'mimetype', content: 'application/epub+zip' }]),
      'damaged',
      /container\.xml/,
    ],
    [
      'defines entities',
      makeEpub(
        [{ href: 'a.xhtml', content: `<!DOCTYPE html [<!ENTITY a "not">]>${chapter('<p>&a;</p>')}` }],
        [0],
      ),
      'damaged',
      /entities/,
    ],
  ])('fails with its reason if it %s', async (_, book, code, message) => {
    const failure = await failureOf(load(book));
    expect([failure.code, failure.message]).toEqual([code, expect.stringMatching(message)]);
  });

  it('is read if only its fonts are obfuscated', async () => {
    const content = await load(makeEpub(one, [0], [encryption('OEBPS/font.otf')]));
    expect(content.text).toBe('Words.\n\n');
  });
});
