import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  command,
  folderOfEachTest,
  type Place,
  publicUrl,
  readAll,
} from '../../../support/filled-service.ts';
import { ownServer, serverProgram, whyNotKilled } from '../../../support/mongo/own-server.ts';
import { serve } from '../../../support/served.ts';
import { type OlderAnswers, olderSecret, putOlderMongo, putOlderSqlite } from './older-data.ts';

/*
 * The folder `stored` has what the release before schema 11 stored in each store for one person: a rule set, a project
 * with two runs, a review, a sign-off, notifications, tokens, uploads and a rotated webhook key; and what the API of that
 * release answered. After a release with a new schema, add a folder of its data in the same form.
 */

const own = folderOfEachTest();

/** The runs have ended long ago: without a worker, no housekeeping removes them. */
const settings = { PUBLIC_URL: publicUrl, SECRET: olderSecret, WORKERS: '0' };

function placeWith(name: string, env: Record<string, string> = {}): Place {
  return { cwd: own.path, env: { ...settings, DATA_DIR: join(own.path, name), ...env } };
}

async function answersOf({ env }: Place, { person }: OlderAnswers): Promise<Record<string, unknown>> {
  const started = await serve(env.DATA_DIR ?? '', env);
  own.server = started;
  const answers = await readAll(started.address, person);
  started.signal('SIGTERM');
  await started.ended;
  return answers;
}

/** Expects that the service answers as the earlier release did, before and after a backup and a restore. */
async function expectUnchanged(here: Place, there: Place, older: OlderAnswers): Promise<void> {
  const upgraded = await answersOf(here, older);
  expect(older.answers.size).toBeGreaterThan(10);
  // Later releases may add fields. The wording of reports may change, so the earlier ones are not compared.
  expect(upgraded).toMatchObject(Object.fromEntries(older.answers));
  await command(here, ['backup', 'b']);
  await command(there, ['restore', 'b']);
  expect(await answersOf(there, older)).toEqual(upgraded);
}

describe('the data of the release before', () => {
  it('returns the same answers after an upgrade, a backup and a restore with SQLite', async () => {
    const here = placeWith('here');
    const older = putOlderSqlite(here.env.DATA_DIR ?? '');
    await expectUnchanged(here, placeWith('there'), older);
  });

  it.skipIf(serverProgram === null)(
    `returns the same answers after an upgrade, a backup and a restore with MongoDB${serverProgram === null ? ` (${whyNotKilled})` : ''}`,
    async () => {
      const servers = await Promise.all([ownServer(serverProgram ?? ''), ownServer(serverProgram ?? '')]);
      try {
        for (const one of servers) await one.start();
        const [from, to] = servers.map(({ url }) => url);
        const here = placeWith('here', { MONGODB_URL: from ?? '' });
        const older = await putOlderMongo(from ?? '', here.env.DATA_DIR ?? '');
        await expectUnchanged(here, placeWith('there', { MONGODB_URL: to ?? '' }), older);
      } finally {
        for (const one of servers) await one.remove();
      }
    },
  );
});
