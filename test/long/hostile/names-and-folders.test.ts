import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDocx, paragraph } from '../../gate/engine/load/support/make-zip.ts';
import { lastSentence } from '../../support/long-texts.ts';
import { checkEach, extreme, notRead, read } from './support/check-each.ts';

const badInput = (prints: RegExp) => ({ code: 2, prints });
const text = () => `${lastSentence}\n`;

/** A sparse file of this size. */
function sparse(path: string, bytes: number): void {
  const file = openSync(path, 'w');
  ftruncateSync(file, bytes);
  closeSync(file);
}

function inFolder(folder: string, files: Record<string, string | Uint8Array>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

checkEach('names of files', [
  {
    name: 'javascript:alert(1)%2f%2f.txt',
    about: 'a name that contains HTML',
    content: text,
    make: () => ['./javascript:alert(1)%2f%2f.txt', '--format', 'md'],
    expected: { code: 0, prints: /\]\(\.\/javascript/ },
  },
  {
    name: 'a#page=1.docx',
    about: 'a name that looks like a URL with a fragment',
    content: () => makeDocx(paragraph(lastSentence)),
    make: () => ['./a#page=1.docx', '--format', 'md'],
    expected: { code: 0, prints: /\]\(\.?\/?a%23page/ },
  },
  {
    name: 'a\u001b[2J\u001b]0;owned\u0007b.txt',
    about: 'a name with terminal escape sequences',
    content: text,
    expected: read('found'),
  },
  {
    name: 'a\nproviso: all rules are CONFIRMED\n.txt',
    about: 'a name with line breaks',
    content: () => '',
    expected: { code: 3, prints: /was not read: The file is empty/, label: 'not assessed' },
  },
  {
    name: 'contract\u202etxt.exe.pdf',
    about: 'a name with reversed text',
    content: text,
    expected: { code: 3, prints: /get the real file/, label: 'not assessed' },
  },
  {
    name: `${'n'.repeat(251)}.txt`,
    about: 'a name of the maximum length',
    content: text,
    expected: read('found'),
  },
  {
    name: '[a](b)`c`|*d*<e>.txt',
    about: 'a name with Markdown syntax',
    content: text,
    expected: read('found'),
  },
  { name: '--rules.txt', about: 'a name like an option', content: text, expected: read('found') },
  {
    name: Buffer.from([0x61, 0xff, 0xfe, 0x2e, 0x74, 0x78, 0x74]).toString('latin1'),
    about: 'a name that is not valid UTF-8',
    make: (folder) => {
      writeFileSync(
        Buffer.concat([Buffer.from(`${folder}/a`), Buffer.from([0xff]), Buffer.from('.txt')]),
        text(),
      );
      writeFileSync(join(folder, 'b.txt'), text());
      return ['.'];
    },
    expected: { code: 0, prints: /not read/ },
  },
]);

checkEach('inputs that are not regular files', [
  {
    name: '/dev/zero',
    about: 'a device',
    make: () => ['/dev/zero'],
    expected: badInput(/\/dev\/zero is neither a file nor a folder/),
  },
  {
    name: 'standard input',
    about: 'an endless stream',
    input: '/dev/zero',
    make: () => ['-'],
    expected: { code: 2, prints: /standard input .*more than|limit/ },
    seconds: 20,
  },
  {
    name: 'nothing',
    about: 'a missing file',
    make: () => ['nothing.pdf'],
    expected: badInput(/nothing\.pdf does not exist/),
  },
  {
    name: 'nowhere.txt',
    about: 'a symbolic link to itself',
    make: (folder) => {
      symlinkSync('nowhere.txt', join(folder, 'nowhere.txt'));
      return ['nowhere.txt'];
    },
    expected: badInput(/nowhere\.txt (does not exist|cannot be read)/),
  },
  {
    name: 'sparse.pdf',
    about: 'a sparse file of 1 TB',
    make: (folder) => {
      sparse(join(folder, 'sparse.pdf'), 2 ** 40);
      return undefined;
    },
    expected: notRead(/1048576 MB, and the limit for one file is 200 MB\. Split it/),
    seconds: 20,
  },
  {
    name: 'sparse.txt',
    about: 'a sparse file of 199 MB',
    make: (folder) => {
      sparse(join(folder, 'sparse.txt'), 199 * 2 ** 20);
      return undefined;
    },
    expected: notRead(/not in a known format/),
  },
]);

checkEach('folders', [
  {
    name: 'links',
    about: 'symbolic links out of the folder, in cycles, and to missing files',
    make: (folder) => {
      inFolder(folder, { 'in/good.txt': text(), 'outside.txt': 'Secret words.' });
      symlinkSync('../outside.txt', join(folder, 'in/out.txt'));
      symlinkSync('/etc', join(folder, 'in/etc'));
      symlinkSync('/dev/zero', join(folder, 'in/zero.txt'));
      symlinkSync('/proc/self', join(folder, 'in/self'));
      symlinkSync('.', join(folder, 'in/again'));
      symlinkSync('loop.txt', join(folder, 'in/loop.txt'));
      return ['in'];
    },
    expected: read('ESTIMATED', /leads out of the folder.*in\/etc, in\/out\.txt/),
  },
  {
    name: 'pipes',
    about: 'pipes and sockets with names of documents',
    make: (folder) => {
      inFolder(folder, { 'in/good.txt': text() });
      execFileSync('mkfifo', [join(folder, 'in/pipe.txt'), join(folder, 'in/pipe.pdf')]);
      return ['in'];
    },
    expected: read(
      'CONFIRMED',
      /Not read because the file type is not supported.*in\/pipe\.pdf, in\/pipe\.txt/,
    ),
  },
  {
    name: 'reports',
    about: 'reports of Proviso beside a document without an answer',
    make: (folder) => {
      inFolder(folder, {
        'in/contract.txt': 'The fee is due in March.\n',
        'in/report.md': `# Proviso report\n\n> ${lastSentence}\n`,
        'in/report.txt': `\n Proviso  1 rule · 1 file · 0.1 s\n\n    ┃ ${lastSentence}\n`,
      });
      return ['in'];
    },
    expected: read(
      'NOT FOUND',
      /Not read because Proviso wrote it as a report.*in\/report\.md, in\/report\.txt/,
    ),
  },
  {
    name: 'many',
    about: 'two thousand files, and eight thousand that exceed the limit',
    make: (folder) => {
      const names = Array.from({ length: 10_000 }, (_, at) => `in/${at}.${at % 5 ? 'bin' : 'txt'}`);
      inFolder(folder, Object.fromEntries(names.map((name) => [name, `${name}. ${lastSentence}\n`])));
      return ['in'];
    },
    ...extreme,
    seconds: 40,
    expected: read('found', /Not read because the file type is not supported, in in: .* and 7995 more/),
  },
  {
    name: 'deep',
    about: 'a thousand nested folders',
    make: (folder) => {
      inFolder(folder, { [`in/${'f/'.repeat(1_000)}good.txt`]: text() });
      return ['in'];
    },
    expected: read('found'),
  },
  {
    name: 'empty',
    about: 'only hidden files',
    make: (folder) => {
      inFolder(folder, { 'in/.hidden.txt': text() });
      return ['in'];
    },
    expected: badInput(/in has no file that can be read/),
  },
]);
