import { nestedIn } from '../support/hostile/xml.ts';
import { longFiles } from '../support/long-files.ts';
import { lastSentence, longTexts } from '../support/long-texts.ts';
import { checkEach, extreme, notRead, read, sandboxed } from './support/check-each.ts';

const good = `<p>${lastSentence}</p>`;
const pageOf = (body: string) => `<!DOCTYPE html><html><body>${body}</body></html>`;

checkEach('web pages', [
  {
    name: 'deep.html',
    about: 'fifty thousand elements in each other',
    content: () => `<html><body>${'<div>'.repeat(50_000)}words`,
    expected: notRead(/nested more than 21000 deep\. Save it as PDF/),
  },
  {
    name: 'below-deep.html',
    about: 'as deep as is read',
    content: () => pageOf(nestedIn('div', 20_900, good)),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'attributes.html',
    about: 'an element of 300,000 attributes',
    content: () => `<p ${Array.from({ length: 300_000 }, (_, at) => `a${at}=1`).join(' ')}>words`,
    expected: notRead(/more than 1000 attributes/),
  },
  {
    name: 'tags.html',
    about: 'a million elements beside each other',
    content: () => pageOf(`${'<b>a</b>'.repeat(1_000_000)}${good}`),
    ...sandboxed,
    seconds: 30,
    expected: notRead(/more memory than one file may take\. Split the file/),
  },
  {
    name: 'unclosed.html',
    about: 'half a million paragraphs that never end',
    content: () => pageOf(`${'<p>a'.repeat(500_000)}${good}`),
    ...sandboxed,
    seconds: 30,
    expected: notRead(/more memory than one file may take\. Split the file/),
  },
  {
    name: 'misnested.html',
    about: 'letters in bold that end in another order than they began',
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
    about: 'a style sheet of a hundred thousand rules, and an element of as many classes',
    content: () =>
      pageOf(
        `<style>${Array.from({ length: 100_000 }, (_, at) => `.c${at}>*+* .d${at}:not(.e){display:none}`).join('')}</style><p class="${Array.from({ length: 100_000 }, (_, at) => `c${at}`).join(' ')}">x</p>${good}`,
      ),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'tables.html',
    about: 'tables in tables, each cell stated to span a thousand million columns',
    content: () =>
      pageOf(`${'<table><tr><td colspan="1000000000" rowspan="1000000000">'.repeat(2_000)}${good}`),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'comment.html',
    about: 'a comment that never ends',
    content: () => pageOf(`${good}<!--${'<p>x</p>--'.repeat(400_000)}`),
    expected: read('found'),
  },
  {
    name: 'entities.html',
    about: 'a million characters by name and by number',
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
    about: 'ten thousand menus in each other',
    content: () => pageOf(`${nestedIn('nav', 10_000, `<p>${'Words. '.repeat(10_000)}</p>`)}${good}`),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'outside.html',
    about: 'frames, scripts and pictures elsewhere, and an address that it moves to',
    content: () =>
      `<html><head><base href="file:///etc/"><meta http-equiv="refresh" content="0;url=file:///etc/passwd"><link rel="stylesheet" href="http://127.0.0.1:9/"><script src="passwd"></script></head><body><iframe src="passwd"></iframe><object data="file:///etc/passwd"></object><img src="http://127.0.0.1:9/">${good}</body></html>`,
    expected: read('found'),
  },
  {
    name: 'anchors.html',
    about: 'a hundred thousand anchors, each of them an address that runs a script',
    content: () =>
      pageOf(
        `${Array.from({ length: 100_000 }, (_, at) => `<h2 id="javascript:alert(${at})">Part ${at}</h2>`).join('')}${good}`,
      ),
    ...extreme,
    expected: notRead(/100000 sections, and a run may read 20000\. Split the file/),
  },
  {
    name: 'charset.html',
    about: 'a page that names an encoding no one has, and one that it is not in',
    content: () =>
      Buffer.from(
        `<html><head><meta charset="utf-7"><meta charset="x-none"></head><body>+ADw-script+AD4- \xff\xfe ${good}</body></html>`,
        'latin1',
      ),
    expected: read('found'),
  },
  {
    name: 'large.html',
    about: 'more than is read of a page',
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

/** Rich text with nested groups. */
const rtf = (body: string) => `{\\rtf1\\ansi ${body}\\par ${lastSentence}\\par}`;

checkEach('rich texts', [
  {
    name: 'groups.rtf',
    about: 'a million groups in each other, closed again',
    content: () => rtf(`${'{'.repeat(1_000_000)}x${'}'.repeat(1_000_000)}`),
    ...extreme,
    expected: notRead(/nested too deep\. Save it again/),
  },
  {
    name: 'open-groups.rtf',
    about: 'three million groups that never end',
    content: () => `{\\rtf1 ${lastSentence}\\par ${'{'.repeat(3_000_000)}`,
    ...extreme,
    expected: notRead(/nested too deep\. Save it again/),
  },
  {
    name: 'closed-groups.rtf',
    about: 'a million ends of groups that never began',
    content: () => `{\\rtf1 ${lastSentence}\\par ${'}'.repeat(1_000_000)}`,
    expected: read('found'),
  },
  {
    name: 'binary.rtf',
    about: 'bytes that are stated to be more than there are, and fewer than none',
    content: () => rtf('\\bin-2147483648 \\bin0 x\\bin99999999999 '),
    expected: notRead(/no text|damaged/),
  },
  {
    name: 'skipped.rtf',
    about: 'characters of which each replaces two thousand million others',
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
    about: 'an object and a field that start programs, and a template elsewhere',
    content: () =>
      rtf(
        `{\\*\\template http://127.0.0.1:9/x.dotm}{\\object\\objautlink\\objupdate{\\*\\objdata ${'d0cf11e0'.repeat(100_000)}}}{\\field{\\*\\fldinst DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe}{\\fldrslt x}}`,
      ),
    expected: read('found'),
  },
  {
    name: 'words.rtf',
    about: 'two million control words no one knows',
    content: () => rtf('\\qq9 '.repeat(2_000_000)),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'long-word.rtf',
    about: 'a control word of 8 MB, with a number of as many digits',
    content: () => rtf(`\\${'q'.repeat(4_000_000)}${'9'.repeat(4_000_000)} `),
    ...extreme,
    expected: read('found'),
  },
]);
