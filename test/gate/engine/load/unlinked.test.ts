import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { unlinkedRtf } from '../../../../engine/load/layout/unlinked/unlinked-rtf.ts';
import { unlinkedXml } from '../../../../engine/load/layout/unlinked/unlinked-xml.ts';
import { unlinkedPart, writeUnlinked } from '../../../../engine/load/layout/unlinked/write-unlinked.ts';
import { ReadFailure } from '../../../../engine/model/errors.ts';
import { loadPath, testFolder } from './support/load-file.ts';
import { makeOdf } from './support/make-odf.ts';
import { makePng } from './support/make-png.ts';
import { makeDocx, makeZip, paragraph } from './support/make-zip.ts';

const folder = testFolder();

const hexOf = (text: string) => Buffer.from(text, 'latin1').toString('hex');
const drawing = '<svg xmlns:x="http://www.w3.org/1999/xlink"><image x:href="/srv/secret.png"/></svg>';

describe('a rich text file without links', () => {
  const rtf = (body: string) =>
    unlinkedRtf(Buffer.from(`{\\rtf1\\ansi ${body}}`, 'latin1')).toString('latin1');
  const field = (code: string) => `{\\field{${code}}{\\fldrslt old}}`;

  it.each([
    ['a picture', field('\\*\\fldinst { INCLUDEPICTURE "/srv/secret.png" \\\\d }')],
    ['a text', field('\\*\\fldinst INCLUDETEXT "/srv/secret.txt"')],
    ['a link', field('\\*\\fldinst LINK Word.Document "/srv/secret.docx"')],
    ['a command', field('\\*\\fldinst DDEAUTO soffice /srv/secret.ods A1')],
    ['a code in groups', field('\\*\\fldinst {INC}{\\b LUDE}{PICTURE "/srv/secret.png"}')],
    ['a code in hex', field("\\*\\fldinst \\'49NCLUDEPICTURE \\'22/srv/secret.png\\'22")],
    ['a code in Unicode', field('\\*\\fldinst \\u73?NCLUDEPICTURE "/srv/secret.png"')],
    ['a code that is not marked', field('\\fldinst INCLUDEPICTURE "/srv/secret.png"')],
    ['a code after other words', field('\\b\\i\\*\\fldinst INCLUDEPICTURE "/srv/secret.png"')],
    ['a code outside a field', '{\\*\\fldinst INCLUDEPICTURE "/srv/secret.png"}old'],
    ['a code that begins with that of a page', field('\\*\\fldinst PAGE INCLUDEPICTURE "/srv/secret.png"')],
    [
      'a field in a result',
      `{\\field{\\*\\fldinst PAGE}{\\fldrslt ${field('\\*\\fldinst INCLUDETEXT "/srv/secret.txt"')}}}`,
    ],
    ['a template', '{\\*\\template /srv/secret.dot}old'],
    ['a linked object', '{\\object\\objlink{\\*\\objdata 0105/srv/secret}{\\result old}}'],
    ['a file table', '{\\*\\filetbl{\\file\\fid1 /srv/secret.doc;}}old'],
    ['a linked picture of a shape', '{\\shp{\\*\\shpinst{\\sp{\\sn pibName}{\\sv /srv/secret.png}}}}old'],
    ['a hidden name of a shape property', "{\\sp{\\sn pib\\'4eame}{\\sv /srv/secret.png}}old"],
    ['a property name in groups', '{\\sp{\\sn pib{Name}}{\\sv /srv/secret.png}}old'],
    [
      'data after a name that looks like binary data',
      `{\\pict\\bin4 ab{}{\\*\\fldinst INCLUDETEXT /srv/secret}}old`,
    ],
  ])('does not contain %s, and keeps its words', (_, body) => {
    const copy = rtf(body);
    expect(copy).not.toMatch(/srv|secret|INCLUDE|DDEAUTO/i);
    expect(copy).toContain('old');
    expect(copy.match(/\{/g)?.length).toBe(copy.match(/\}/g)?.length);
  });

  it.each([
    ['in hex', `{\\pict\\pngblip ${hexOf(drawing)}}old`],
    ['as binary data', `{\\pict\\pngblip\\bin${drawing.length} ${drawing}}old`],
    ['after the first bytes of a metafile', `{\\pict\\wmetafile8 ${hexOf(`\x01\0\x09\0${drawing}`)}}old`],
  ])('contains no drawing as a picture, %s', (_, body) => {
    expect(rtf(body)).toMatch(/^\{\\rtf1 \\ansi \{\\pict \\\w+ \}old\}$/);
  });

  it('keeps pictures, page numbers and the bytes of all languages', () => {
    const png = Buffer.from(makePng(2, 2)).toString('hex');
    expect(rtf(`{\\pict\\pngblip ${png}}`)).toContain(`{\\pict \\pngblip ${png}}`);
    expect(rtf(field('\\*\\fldinst { PAGE \\\\* MERGEFORMAT }'))).toContain('{\\*\\fldinst PAGE}');
    // The second byte of this character of Shift JIS is that of a backslash.
    expect(rtf("\\'83\\'5c and \\'e9t\\'e9 \\{a\\}~\\~")).toContain(
      "\\'83\\'5c and \\'e9\\'74\\'e9\\'20\\{a\\}~\\~",
    );
  });

  it('is read like the file', async () => {
    const body =
      '{\\fonttbl{\\f0 Arial;}}{\\b Bold} text with \\u8364? and \\emdash .\\par Second.\\par\\trowd\\cellx100 Cell\\cell\\row ';
    const before = folder.write('before.rtf', `{\\rtf1\\ansi ${body}}`);
    const after = before.replace('before', 'after');
    await writeUnlinked(before, after);
    expect((await loadPath(after)).text).toBe((await loadPath(before)).text);
  });
});

describe('the XML of an office document without links', () => {
  it.each([
    ['<w:fldSimple w:instr=" INCLUDEPICTURE &quot;/srv/secret.png&quot;"/>'],
    ['<w:instrText> INCLUDETEXT /srv/secret.txt</w:instrText>'],
    ['<w:instrText><![CDATA[INCLUDETEXT /srv/secret.txt]]></w:instrText>'],
    ['<Relationship Id="a" Type="x/image" TargetMode="External" Target="/srv/secret.png"/>'],
    ['<Relationship Id="a" Type="x/hyperlink" TargetMode="Ex&#116;ernal" Target="/srv/secret.png"/>'],
    ['<Relationship Id="a" Type="x/image" Target="file:///srv/secret.png"/>'],
    ['<draw:image xlink:href="/srv/secret.png"/>'],
    ['<draw:image xlink:href="&#102;ile:///srv/secret.png"/>'],
    ['<draw:image other:href="../../srv/secret.png"/>'],
    ['<draw:image xlink:href="http://127.0.0.1/srv/secret.png"/>'],
    ['<draw:image xlink:href="C:\\srv\\secret.png"/>'],
    ['<text:section-source xlink:href="vnd.sun.star.pkg://srv/secret.odt"/>'],
    ['<office:dde-source office:dde-application="soffice" office:dde-topic="/srv/secret.ods"/>'],
    ['<table:table-cell table:formula="of:=\'file:///srv/secret.ods\'#$A.A1"/>'],
    ['<v:imagedata src="/srv/secret.png"/>'],
    ['<config:config-item config:name="ColorTableURL">file:///srv/secret.soc</config:config-item>'],
    [`<office:binary-data>${Buffer.from('srv secret').toString('base64')}</office:binary-data>`],
  ])('does not contain %s', (element) => {
    const copy = unlinkedXml(Buffer.from(`<doc>${element}<w:t>Kept.</w:t></doc>`));
    expect(copy).not.toMatch(/srv|c3J2|INCLUDE/);
    expect(copy).toContain('<w:t>Kept.</w:t>');
  });

  it('keeps everything else', () => {
    const kept =
      '<w:p w:a="1 &lt; 2 &quot;"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"/><draw:image xlink:href="Pictures/a.png"/><w:instrText>PAGE</w:instrText> x &amp; y </w:p>';
    expect(unlinkedXml(Buffer.from(kept))).toBe(
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${kept.replaceAll('/>', '></$>').replace('</$>', '</a:graphicData>').replace('</$>', '</draw:image>')}`,
    );
  });

  it('is written in one encoding, so that no link can hide in another one', () => {
    const utf16 = Buffer.from('\ufeff<r><draw:image xlink:href="/srv/secret.png"/></r>', 'utf16le');
    expect(Buffer.from(unlinkedPart('content.xml', utf16) ?? []).toString()).not.toContain('srv');
  });

  it('is refused if it declares a document type or is not well formed', () => {
    for (const xml of ['<!DOCTYPE a [<!ENTITY b SYSTEM "/srv/secret.txt">]><a>&b;</a>', '<a><b></a>'])
      expect(() => unlinkedXml(Buffer.from(xml))).toThrow(ReadFailure);
  });
});

describe('a drawing in an office document', () => {
  it.each([
    ['<image href="secret.png"/>'],
    ['<image xlink:href="data:image/svg+xml;base64,c2VjcmV0"/>'],
    ['<rect style="fill: url(secret.svg#a)"/>'],
    ['<style>@import "secret.css";</style>'],
    ['<style>rect { fill: ur\\6c(secret.svg) }</style>'],
  ])('does not contain %s', (element) => {
    const copy = unlinkedPart('word/media/a.png', Buffer.from(`<svg>${element}<use href="#b"/></svg>`));
    expect(Buffer.from(copy ?? []).toString()).not.toMatch(/secret|c2Vj/);
    expect(Buffer.from(copy ?? []).toString()).toContain('href="#b"');
  });
});

describe('an office document without links', () => {
  it('has no embedded documents, macros or packed drawings, whatever their names', () => {
    for (const content of [
      '{\\rtf1 x}',
      'PK\x03\x04',
      '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
      '\x1f\x8b\x08',
      '%!PS-Adobe',
    ])
      for (const name of ['word/media/a.png', 'word/fonts/a.odttf', 'word/embeddings/a.bin'])
        expect(unlinkedPart(name, Buffer.from(content, 'latin1')), name).toBeNull();
  });

  it.each([
    ['docx', () => makeDocx(paragraph('One.') + paragraph('Two.'))],
    ['odt', () => makeOdf('text', '<text:p>One.</text:p><text:p>Two.</text:p>')],
  ])('is read like the file, in the format %s', async (ending, make) => {
    const before = folder.write(`before.${ending}`, make());
    const after = before.replace('before', 'after');
    await writeUnlinked(before, after);
    expect((await loadPath(after)).text).toBe((await loadPath(before)).text);
  });

  it('keeps its pictures', async () => {
    const png = makePng(2, 2);
    const before = folder.write('picture.docx', makeZip([{ name: 'word/media/a.png', content: png }]));
    const after = before.replace('picture', 'same-picture');
    await writeUnlinked(before, after);
    expect(readFileSync(after).includes(Buffer.from(png))).toBe(true);
  });
});
