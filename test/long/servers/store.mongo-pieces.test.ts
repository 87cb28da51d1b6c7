import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Documents } from '../../../src/store/mongo/database/documents.ts';
import { type RunDoc, recordsIn } from '../../../src/store/mongo/database/records.ts';
import { contentsIn, outputOf } from '../../../src/store/mongo/pieces/contents.ts';
import { removeStrayPieces } from '../../../src/store/mongo/pieces/stray-pieces.ts';
import type { Store } from '../../../src/store/port.ts';
import { freshDatabase, mongoServers, whySkipped } from '../../support/mongo/servers.ts';
import { aResult, aRun, owner } from '../../support/records.ts';
import { waitUntil } from '../../support/wait.ts';

const servers = mongoServers();

describe.skipIf(servers.length > 0)(whySkipped, () => {
  it.skip('content in pieces whose writer died before a record named them');
});

describe.each(servers)('content in pieces whose writer died before a record named them, on %s', (server) => {
  const place = freshDatabase(server);
  const records = recordsIn(place.database);
  const contents = contentsIn(records);
  let store: Store;
  beforeAll(async () => {
    store = await place.open();
  });
  afterAll(async () => {
    await store.close();
    await place.drop();
  });

  const { userId } = owner;
  const bytes = (text: string) => Buffer.from(text);
  const inMs = (ms: number) => new Date(Date.now() + ms);

  async function pieces(): Promise<string[]> {
    const ids: string[] = [];
    for await (const { _id } of records.pieces.all()) ids.push(_id);
    return ids;
  }

  it('are removed once they are old enough, a few per cleanup, while all other pieces stay', async () => {
    const run = aRun({ result: aResult() });
    await store.runs.insert(run);
    await store.sourceTexts.put(userId, 'text', bytes('read'), new Date());
    const named = await pieces();
    expect(named).toHaveLength(2);

    const large = Buffer.alloc(5 * 1024 * 1024, 'x');
    await contents.write(userId, outputOf(run._id), large);
    await contents.write(userId, outputOf(aRun()._id), bytes('of a run that never was'));
    await contents.write(userId, `text ${JSON.stringify([userId, 'never kept'])}`, bytes('of a text'));
    expect(await pieces()).toHaveLength(6);

    expect(await removeStrayPieces(records, inMs(-60_000))).toBe(0);
    let removed = 0;
    for (let sweep = 0; sweep < 4; sweep += 1) {
      removed += await removeStrayPieces(records, inMs(60_000), 2);
    }
    expect(removed).toBe(4);
    expect(await pieces()).toEqual(named);
    expect(await store.runs.get(userId, run._id)).toEqual(run);
  });

  it('are kept if the same bytes are written again during the cleanup, because a record is about to refer to them', async () => {
    const of = outputOf(aRun()._id);
    const write = () => contents.write(userId, of, bytes('again'));
    /** Writes the same bytes again after the cleanup has listed the pieces, and before the cleanup removes any. */
    class WithWriter extends Documents<RunDoc> {
      override async find(...asked: Parameters<Documents<RunDoc>['find']>) {
        await write();
        return super.find(...asked);
      }
    }
    await write();
    const before = await pieces();
    const started = Date.now();
    await waitUntil(() => Date.now() > started);
    const runs = new WithWriter(place.database, 'runs');
    expect(await removeStrayPieces({ ...records, runs }, new Date())).toBe(0);
    expect(await pieces()).toEqual(before);
    expect(await removeStrayPieces(records, inMs(60_000))).toBe(1);
  });
});
