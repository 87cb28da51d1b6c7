import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../engine/job.ts';
import { libreOffice } from '../../../engine/load/layout/libre-office.ts';
import { closeLoading, loadSource } from '../../../engine/load/load-source.ts';
import { noSourceCache, openLocalFile } from '../../../engine/load/local-files.ts';
import type { SourceText } from '../../../engine/model/source.ts';
import { makeOdf } from '../../gate/engine/load/support/make-odf.ts';
import { pagesOfPdftotext } from '../../gate/engine/load/support/pdftotext.ts';
import { listening } from '../../support/listening.ts';
import { contractDocument } from '../support/flat-odf.ts';
import { makeFolder } from '../support/folder.ts';
import { saveAs } from '../support/office.ts';
import { areHere } from '../support/programs.ts';

const folder = makeFolder();
const programs = areHere('soffice', 'pdftotext');
const layout = libreOffice();

beforeAll(() => folder.write('contract.fodt', contractDocument()));
afterAll(() => {
  closeLoading();
  folder.remove();
});

async function load(path: string, fileMs = defaultLimits.fileMs): Promise<SourceText> {
  const ports = { openSource: openLocalFile, sourceCache: noSourceCache, layout };
  const limits = { ...defaultLimits, fileMs };
  const { content } = await loadSource({ name: path, ref: path, linkBase: path }, ports, limits, {
    signal: new AbortController().signal,
  });
  return content;
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

describe.skipIf(!programs)('a document that LibreOffice lays out', () => {
  it.each(['docx', 'doc', 'odt', 'rtf'])(
    'is cited by the pages that its PDF has, in the format %s',
    async (filter) => {
      const [path = ''] = await saveAs(folder, filter, [folder.path('contract.fodt')]);
      const [printed = ''] = await saveAs(folder, 'pdf', [path]);
      const pages = pagesOfPdftotext(printed)
        .map(letters)
        .filter((page) => page !== '');
      const content = await load(path);
      expect(content).toMatchObject({ countedAs: 'pages', pages: pages.length, unread: [] });
      let checked = 0;
      for (const { start, end, locator } of content.ranges) {
        const words = letters(content.text.slice(start, end));
        const on = pages.flatMap((page, index) => (page.includes(words) ? [index + 1] : []));
        if (words.length < 40 || on.length !== 1) continue;
        checked += 1;
        expect(locator, content.text.slice(start, end)).toEqual({ kind: 'page', page: on[0] });
      }
      expect(checked).toBeGreaterThan(80);
    },
  );

  it('causes no requests to its links, and does not contain other files of the machine', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    const port = await listening(server);
    folder.write('secret.txt', 'The password is swordfish.');
    const picture = `<draw:frame svg:width="5cm" svg:height="5cm"><draw:image xlink:href="http://127.0.0.1:${port}/a.png" xlink:type="simple"/></draw:frame>`;
    const linked = (target: string) =>
      `<text:section text:name="${target.slice(0, 4)}"><text:section-source xlink:href="${target}" xlink:type="simple"/><text:p>Kept words.</text:p></text:section>`;
    const body = `<text:p>The tenant returned the keys on the last day of the term.${picture}</text:p>${linked(`file://${folder.path('secret.txt')}`)}${linked(`http://127.0.0.1:${port}/b.txt`)}`;
    folder.write('links.odt', makeOdf('text', body));
    const content = await load(folder.path('links.odt'));
    server.close();
    expect(asked).toEqual([]);
    expect(content.text).not.toContain('swordfish');
    expect(content.countedAs, JSON.stringify(content.warnings)).toBe('pages');
  });

  it('is cited by paragraph if the layout takes too long, and is laid out again the next time', async () => {
    const [path = ''] = await saveAs(folder, 'docx', [folder.path('contract.fodt')]);
    const kept: string[] = [];
    const stubborn = async () => {
      const found = await layout();
      return (
        found && {
          ...found,
          pdfOf: ((document, use, { signal }) =>
            found.pdfOf(document, use, { signal, ms: 1 })) as typeof found.pdfOf,
        }
      );
    };
    const { content } = await loadSource(
      { name: path, ref: path, linkBase: path },
      {
        openSource: openLocalFile,
        sourceCache: { get: async () => null, put: async (key) => void kept.push(key) },
        layout: stubborn,
      },
      defaultLimits,
      { signal: new AbortController().signal },
    );
    expect(content.countedAs).toBe('sections');
    expect(content.warnings).toEqual([
      { code: 'no_pages', message: expect.stringContaining('took longer than one file may take') },
    ]);
    // The text is stored to be shown, under a key that no later reading uses.
    expect(kept).toEqual([expect.stringMatching(/^[0-9a-f]{64}:.+:incomplete$/)]);
  });
});
