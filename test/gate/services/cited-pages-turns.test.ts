import { afterAll, expect, it } from 'vitest';
import type { PageLayout } from '../../../engine/ports.ts';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import { type Actor, unrestricted } from '../../../src/domain/records/owned.ts';
import { citedPagesService } from '../../../src/services/evidence/cited-pages.ts';
import { readingInTurns } from '../../../src/services/reading.ts';
import { citedOfficeFile } from '../../support/office-records.ts';
import { startService, workerDependenciesOf } from '../../support/service.ts';
import { waitUntil } from '../../support/wait.ts';

const under = await startService();
afterAll(() => under.close());

const notice = 'The notice period is four months.';

it('pages that are made for a long time delay no other user, and end when the client leaves', async () => {
  const begun: AbortSignal[] = [];
  const layout: PageLayout = {
    id: 'endless',
    description: 'a program that ends only when it is stopped',
    pdfOf: (_document, _use, { signal }) =>
      new Promise((_, reject) => {
        begun.push(signal);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  };
  const worker = workerDependenciesOf(under);
  const models = { ...worker.models, layout: async () => layout };
  const stopping = new AbortController();
  const readInTurn = readingInTurns({ parts: async () => ({ ...worker, models }), signal: stopping.signal });
  const pages = citedPagesService(under.dependencies, readInTurn);
  const asked = async (actor: Actor) => {
    const { projectId, runId, findingId } = await citedOfficeFile(under, actor, {
      ...{ text: notice, quotes: [notice] },
    });
    const cited = { projectId, runId, findingId, list: 'citations' as const, index: 0 };
    return (signal?: AbortSignal) => pages.get(actor, cited, signal).catch((error: Error) => error.message);
  };
  const ask = await asked(unrestricted(newObjectId()));
  const askOfOther = await asked(unrestricted(newObjectId()));

  const leaving = new AbortController();
  const first = ask(leaving.signal);
  // Of two requests that are sent at once, either can take the first turn.
  await waitUntil(() => begun.length === 1);
  const second = ask();
  const other = askOfOther();
  await waitUntil(() => begun.length === 2);
  leaving.abort(new Error('left'));
  expect(await first).toBe('left');
  await waitUntil(() => begun.length === 3);
  expect(begun.map(({ aborted }) => aborted)).toEqual([true, false, false]);
  stopping.abort(new Error('stopped'));
  expect(await Promise.all([second, other])).toEqual(['stopped', 'stopped']);
});
