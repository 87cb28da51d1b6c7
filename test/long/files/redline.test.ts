import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../engine/job.ts';
import { closeLoading } from '../../../engine/load/load-source.ts';
import { redlineWord } from '../../../engine/redline/redline-word.ts';
import { wordEdits } from '../../../engine/redline/word-edits.ts';
import { loadPath } from '../../gate/engine/load/support/load-file.ts';
import { citation } from '../../support/findings.ts';
import { commentsOf, contentOf } from '../../support/tracked-changes.ts';
import { makeFolder } from '../support/folder.ts';
import { saveAs } from '../support/office.ts';
import { areHere, run } from '../support/programs.ts';
import { libreOfficeFiles, packageFiles, wordFiles } from '../support/word-files.ts';

const folder = makeFolder();
const programs = areHere('soffice', 'pdftotext');
const clause = 'The Supplier shall insure itself.';
/** `after`: the paragraph after which a clause is inserted, the first or the last one of the file. */
const files: { name: string; path: string; redlined: string; after: RegExp }[] = [];
/** One word is added, two numbers are changed, and two words are removed. Both numbers are one edit. */
const changed = (text: string) =>
  text
    .replace('shall pay', 'shall always pay')
    .replace('forty-five (45)', 'thirty (30)')
    .replace(' of receipt', '');
const promised = (text: string, after: RegExp) => changed(text).replace(after, `$&\n${clause}`);

afterAll(() => {
  closeLoading();
  folder.remove();
});

beforeAll(async () => {
  mkdirSync(folder.path('redlined'));
  const made = [...(await packageFiles()), ...wordFiles()];
  for (const [name, bytes] of made) add(folder.write(`${name}.docx`, bytes));
  if (!programs) return;
  const sources = libreOfficeFiles().map(([name, content]) => folder.write(name, content));
  const web = sources.filter((path) => path.endsWith('.html'));
  const others = sources.filter((path) => !path.endsWith('.html'));
  for (const path of [
    ...(await saveAs(folder, 'docx:MS Word 2007 XML', web)),
    ...(await saveAs(folder, 'docx:MS Word 2007 XML', others)),
  ])
    add(path);
});

function add(path: string): void {
  const redlined = folder.path(`redlined/${basename(path)}`);
  const after = files.length % 2 === 0 ? /This is the end\./ : /The parties agree.*?\./;
  files.push({ name: basename(path, '.docx'), path, redlined, after });
}

/** All files in another format; LibreOffice takes a few at a time, in less than its time. */
async function saved(filter: string, paths: readonly string[]): Promise<string[]> {
  const results: string[] = [];
  for (let at = 0; at < paths.length; at += 15)
    results.push(...(await saveAs(folder, filter, paths.slice(at, at + 15))));
  return results;
}

/** LibreOffice converts 250 files. */
const patientMs = 1_800_000;

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');

describe('a redlined Word file', () => {
  it('has the promised text if all is accepted, and its own text and looks if all is rejected', async () => {
    expect(files.length).toBeGreaterThanOrEqual(programs ? 60 : 40);
    for (const { name, path, redlined, after } of files) {
      const before = await loadPath(path);
      const quote = before.text.split('\n').find((line) => line.includes('forty-five (45)')) ?? '';
      const cited = quote.slice(quote.indexOf('The Customer'));
      const edits = wordEdits(cited, changed(cited));
      const mark = { citation: citation(cited), edits, comment: 'The rule says 30 days.' };
      const by = { author: 'Proviso', at: new Date('2026-01-02T03:04:05Z') };
      const [last = ''] = after.exec(before.text) ?? [];
      const insertion = {
        ...{ citation: citation(last), edits: [], inserted: clause, comment: 'The rule is not found.' },
      };
      const marks = [mark, insertion];
      const { bytes, refused } = await redlineWord(path, marks, by, defaultLimits.fileCharacters);
      expect(refused, `${name}: ${cited}`).toEqual([null, null]);
      writeFileSync(redlined, bytes);
      expect(contentOf(bytes, 'reject'), name).toEqual(contentOf(readFileSync(path), 'reject'));
      expect(commentsOf(bytes), name).toHaveLength(2);
      const { text } = await loadPath(redlined);
      expect(words(text.replace(/^.*The rule (?:says 30 days|is not found)\.$/gm, '')), name).toEqual(
        words(promised(before.text, after)),
      );
      expect(text, name).toContain('The rule says 30 days.');
    }
  });

  it.skipIf(!programs)(
    'shows the changes in LibreOffice, and all else as before',
    async () => {
      const before = await saved(
        'fodt',
        files.map(({ path }) => path),
      );
      const texts = before.map((path) => readFileSync(path, 'utf8'));
      const after = await saved(
        'fodt',
        files.map(({ redlined }) => redlined),
      );
      for (const [index, { name, after: anchor }] of files.entries()) {
        const own = readFileSync(after[index] ?? '', 'utf8');
        // LibreOffice makes an input field of this control, which has no changes.
        if (name === 'Word, control') continue;
        const regions = [...own.matchAll(/<text:changed-region.*?<\/text:changed-region>/gs)].map(
          ([region]) => region,
        );
        const ours = regions.filter((region) => region.includes('<dc:creator>Proviso</dc:creator>'));
        expect(
          ours.filter((region) => region.includes('<text:insertion')).length,
          name,
        ).toBeGreaterThanOrEqual(3);
        expect(
          ours.filter((region) => region.includes('<text:deletion')).length,
          name,
        ).toBeGreaterThanOrEqual(2);
        expect(own, name).toContain('The rule says 30 days.');
        expect(bodyOf(own), name).toBe(promised(bodyOf(texts[index] ?? ''), anchor));
      }
    },
    patientMs,
  );

  it.skipIf(!programs)(
    'has the same pages and words in print, with only the new words between them',
    async () => {
      const print = async (paths: string[]) => {
        const texts: string[] = [];
        for (const path of await saved('pdf', paths)) texts.push(await run('pdftotext', ['-raw', path, '-']));
        return texts;
      };
      const before = await print(files.map(({ path }) => path));
      const after = await print(files.map(({ redlined }) => redlined));
      for (const [index, { name, after: anchor }] of files.entries()) {
        const [old, now] = [before[index] ?? '', after[index] ?? ''];
        expect(now.split('\f').length, name).toBe(old.split('\f').length);
        // LibreOffice makes an input field of this control, and loses its changes.
        if (name === 'Word, control') continue;
        // LibreOffice prints a number of a changed list in brackets, "[1.]" or "2.[3.]", and counts the list without it.
        const numbers = /^\[[\d.]+\]/m.test(now) ? /^(?:\[?[\d.]+\]?)+(?=\s|\p{L})/gmu : /(?!)/;
        const flat = (text: string) => text.replace(numbers, '').replace(/\s/g, '');
        const sorted = (text: string) => [...flat(text)].sort().join('');
        // Words from right to left are printed in another order, and a new line moves others past the head of a page: there,
        // only the characters are compared.
        if (name.includes('right to left') || old.split('\f').length > 2)
          expect(sorted(now), name).toBe(sorted(`${old}always thirty (30 ${clause}`));
        else {
          const shown = old.replace(anchor, `$& ${clause}`);
          // Small capitals are printed as capitals.
          const asShown = (words: string) => (/FORTY-FIVE\s?\(/.test(old) ? words.toUpperCase() : words);
          const [is, becomes] = ['forty-five(45)', 'forty-five(45thirty(30)'].map(asShown);
          const withWord = flat(shown).replace(
            /shallpay/i,
            (found) => found.slice(0, 5) + asShown('always') + found.slice(5),
          );
          expect(flat(now), name).toBe(withWord.replace(is ?? '', becomes ?? ''));
        }
      }
    },
    patientMs,
  );

  it(
    'has nothing that a validator of the standard complains about, and the file had not',
    () => {
      const validator = installed();
      // One file at a time: in a folder, the validator compares comments with those of the first file.
      const problemsOf = (path: string) => {
        const { stdout } = spawnSync(validator, ['-o', 'json', '-m', '0', path], { encoding: 'utf8' });
        const { errors }: { errors: { description: string; part_uri: string }[] } = [
          JSON.parse(stdout),
        ].flat()[0];
        return errors.map(({ description, part_uri: part }) => `${part}: ${description}`);
      };
      for (const { name, path, redlined } of files) {
        const known = new Set(problemsOf(path));
        const added = problemsOf(redlined).filter((problem) => !known.has(problem));
        expect(added, name).toEqual([]);
      }
    },
    patientMs,
  );
});

/** The text of a document in OpenDocument's form as if all its changes were accepted, without comments. */
function bodyOf(xml: string): string {
  const body = xml.slice(xml.indexOf('<office:text'));
  const deleted = [...body.matchAll(/<text:changed-region [^>]*text:id="(\w+)"[^>]*>\s*<text:deletion/g)];
  return deleted
    .reduce(
      (text, [, id]) =>
        text.replace(
          new RegExp(
            `<text:change-start text:change-id="${id}"/>.*?<text:change-end text:change-id="${id}"/>`,
            'gs',
          ),
          '',
        ),
      body,
    )
    .replace(/<text:tracked-changes.*?<\/text:tracked-changes>/gs, '')
    .replace(/<office:annotation .*?<\/office:annotation>/gs, '')
    .replace(/<\/text:(?:p|h)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/[ \t]*\n\s*/g, '\n');
}

/** The validator of Open XML files, from the Python registry. */
function installed(): string {
  const at = resolve('node_modules/.cache/proviso-openxml-audit-0.8.0');
  const program = join(at, 'bin/openxml-audit');
  if (existsSync(program)) return program;
  for (const [command = '', ...args] of [
    ['python3', '-m', 'venv', at],
    [join(at, 'bin/pip'), 'install', '--quiet', '--disable-pip-version-check', 'openxml-audit==0.8.0'],
  ])
    if (spawnSync(command, args, { stdio: 'inherit' }).status !== 0) throw new Error(`${command} failed`);
  return program;
}
