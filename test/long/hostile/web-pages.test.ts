import { nestedIn } from '../../support/hostile/xml.ts';
import { longFiles } from '../../support/long-files.ts';
import { lastSentence, longTexts } from '../../support/long-texts.ts';
import { checkEach, extreme, notRead, read, sandboxed } from './support/check-each.ts';

const good = `<p>${lastSentence}</p>`;
const pageOf = (body: string) => `<!DOCTYPE html><html><body>${body}</body></html>`;

checkEach('web pages', [
  {
    name: 'below-deep.html',
    about: 'elements nested as deeply as Proviso reads',
    content: () => pageOf(nestedIn('div', 20_900, good)),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'tags.html',
    about: 'a million sibling elements',
    content: () => pageOf(`${'<b>a</b>'.repeat(1_000_000)}${good}`),
    ...sandboxed,
    seconds: 30,
    expected: notRead(/more memory than one file may take\. Split the file/),
  },
  {
    name: 'misnested.html',
    about: 'formatting elements that overlap instead of being nested',
    content: () => pageOf(`${'<a><b><i><p>x</b></a></i>'.repeat(20_000)}${good}`),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'attribute.html',
    about: 'an attribute of 8 MB',
    content: () => pageOf(`<p style="${'color:red;'.repeat(800_000)}">x</p>${good}`),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'classes.html',
    about: 'a style sheet of a hundred thousand rules, and an element with as many classes',
    content: () =>
      pageOf(
        `<style>${Array.from({ length: 100_000 }, (_, at) => `.c${at}>*+* .d${at}:not(.e){display:none}`).join('')}</style><p class="${Array.from({ length: 100_000 }, (_, at) => `c${at}`).join(' ')}">x</p>${good}`,
      ),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'tables.html',
    about: 'nested tables with cells that declare a span of a thousand million columns',
    content: () =>
      pageOf(`${'<table><tr><td colspan="1000000000" rowspan="1000000000">'.repeat(2_000)}${good}`),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'comment.html',
    about: 'an unclosed comment',
    content: () => pageOf(`${good}<!--${'<p>x</p>--'.repeat(400_000)}`),
    expected: read('found'),
  },
  {
    name: 'entities.html',
    about: 'a million character references',
    content: () => pageOf(`<p>${'&amp;&#x1F600;&#xD800;&#0;&notathing;'.repeat(200_000)}</p>${good}`),
    ...sandboxed,
    seconds: 20,
    expected: read('found'),
  },
  {
    name: 'cells.html',
    about: 'a row of two hundred thousand cells and line breaks',
    content: () => pageOf(`<table><tr>${'<td>a<br>b <sup>2</sup></td>'.repeat(50_000)}</tr></table>${good}`),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'menus.html',
    about: 'ten thousand nested menus',
    content: () => pageOf(`${nestedIn('nav', 10_000, `<p>${'Words. '.repeat(10_000)}</p>`)}${good}`),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'outside.html',
    about: 'external frames, scripts and pictures, and a redirect',
    content: () =>
      `<html><head><base href="file:///etc/"><meta http-equiv="refresh" content="0;url=file:///etc/passwd"><link rel="stylesheet" href="http://127.0.0.1:9/"><script src="passwd"></script></head><body><iframe src="passwd"></iframe><object data="file:///etc/passwd"></object><img src="http://127.0.0.1:9/">${good}</body></html>`,
    expected: read('found'),
  },
  {
    name: 'anchors.html',
    about: 'a hundred thousand links that run a script',
    content: () =>
      pageOf(
        `${Array.from({ length: 100_000 }, (_, at) => `<h2 id="javascript:alert(${at})">Part ${at}</h2>`).join('')}${good}`,
      ),
    ...extreme,
    expected: notRead(/100000 sections, and a run may read 20000\. Split the file/),
  },
  {
    name: 'charset.html',
    about: 'a page that declares an unknown encoding and a wrong one',
    content: () =>
      Buffer.from(
        `<html><head><meta charset="utf-7"><meta charset="x-none"></head><body>+ADw-script+AD4- \xff\xfe ${good}</body></html>`,
        'latin1',
      ),
    expected: read('found'),
  },
  {
    name: 'large.html',
    about: 'more text than Proviso reads from a page',
    content: () => pageOf(`<p>${'words '.repeat(3_000_000)}</p>`),
    expected: notRead(/16 million|16,777,216|Split|too/),
  },
  {
    name: 'long.html',
    about: 'a paragraph of one sentence of 8 MB',
    content: () => longFiles.html?.(longTexts.sentence?.(8 * 1024 * 1024 - 2_000) ?? '') ?? '',
    ...extreme,
    expected: read('ESTIMATED', /long\.html.*more than 2,000/),
  },
]);

/** A rich text document with this content. */
const rtf = (body: string) => `{\\rtf1\\ansi ${body}\\par ${lastSentence}\\par}`;

checkEach('rich text documents', [
  {
    name: 'groups.rtf',
    about: 'a million nested groups',
    content: () => rtf(`${'{'.repeat(1_000_000)}x${'}'.repeat(1_000_000)}`),
    ...extreme,
    expected: notRead(/nested too deep\. Save it again/),
  },
  {
    name: 'open-groups.rtf',
    about: 'three million unclosed groups',
    content: () => `{\\rtf1 ${lastSentence}\\par ${'{'.repeat(3_000_000)}`,
    ...extreme,
    expected: notRead(/nested too deep\. Save it again/),
  },
  {
    name: 'closed-groups.rtf',
    about: 'a million group ends without a beginning',
    content: () => `{\\rtf1 ${lastSentence}\\par ${'}'.repeat(1_000_000)}`,
    expected: read('found'),
  },
  {
    name: 'binary.rtf',
    about: 'binary data with a declared length that is too large, and with a negative one',
    content: () => rtf('\\bin-2147483648 \\bin0 x\\bin99999999999 '),
    expected: notRead(/no text|damaged/),
  },
  {
    name: 'skipped.rtf',
    about: 'characters that each replace two thousand million others',
    content: () => rtf('\\uc2147483647\\u8364?\\u-1\\u99999999999?\\uc-5\\u65?'),
    expected: read('found'),
  },
  {
    name: 'rows.rtf',
    about: 'a table of two hundred thousand cells, half of them without a row',
    content: () =>
      rtf(`${'\\trowd\\cellx2147483647 a\\cell\\row '.repeat(100_000)}${'b\\cell '.repeat(100_000)}\\pard`),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'objects.rtf',
    about: 'an object and a field that start programs, and an external template',
    content: () =>
      rtf(
        `{\\*\\template http://127.0.0.1:9/x.dotm}{\\object\\objautlink\\objupdate{\\*\\objdata ${'d0cf11e0'.repeat(100_000)}}}{\\field{\\*\\fldinst DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe}{\\fldrslt x}}`,
      ),
    expected: read('found'),
  },
  {
    name: 'words.rtf',
    about: 'two million unknown control words',
    content: () => rtf('\\qq9 '.repeat(2_000_000)),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'long-word.rtf',
    about: 'a control word of 8 MB with an equally long number',
    content: () => rtf(`\\${'q'.repeat(4_000_000)}${'9'.repeat(4_000_000)} `),
    ...extreme,
    expected: read('found'),
  },
]);
