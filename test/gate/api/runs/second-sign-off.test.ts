import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bundleReport } from '../../../../src/cli/verify/bundle.ts';
import { joined } from '../../../support/members.ts';
import { endedRun, type OwnedRecords, ownedRecordsOf } from '../../../support/owned-records.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../support/server.ts';

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let owned: OwnedRecords;
let [run, signOff, reviewed] = ['', '', ''];
const time = expect.stringMatching(/Z$/);
const refused = (message: RegExp) => ({
  status: 409,
  body: { code: 'already_signed', detail: expect.stringMatching(message) },
});

beforeAll(async () => {
  server = await startTestServer();
  ada = server.owner;
  owned = await ownedRecordsOf(server, ada.actor);
  bob = await joined(server, server.stranger, 'reviewer');
  const body = { secondSignOff: true };
  expect(await ada.request('PATCH', `/v1/politics/${owned.politicsId}`, { body })).toMatchObject({
    body: { data: { secondSignOff: true } },
  });
});
afterAll(() => server.stop());

beforeEach(async () => {
  const { runId, findingId } = await endedRun(server, ada.actor, owned.projectId, []);
  run = runId;
  signOff = `/v1/projects/${owned.projectId}/runs/${runId}/sign-off`;
  reviewed = `/v1/projects/${owned.projectId}/findings/${findingId}/review`;
});

const sign = (who: TestUser, comment?: string) =>
  who.request('PUT', signOff, { body: comment === undefined ? {} : { comment } });
const shown = async () => (await ada.request('GET', signOff)).body;
const report = async () =>
  (await ada.request('GET', `/v1/projects/${owned.projectId}/report?format=md&runId=${run}`)).text;
const inOverview = async () => (await ada.request('GET', '/v1/overview')).body;

/** The sign-off in the signed bundle of the run, after the bundle was verified. */
async function bundled() {
  const path = `/v1/projects/${owned.projectId}/bundle?runId=${run}`;
  const answer = await fetch(`${server.address}${path}`, { headers: { 'api-token': ada.token } });
  const file = join(server.folder, 'run.proviso.zip');
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
  const verified = await bundleReport(file, null);
  return verified.unchanged ? verified.manifest.signOff : verified.problem;
}

it('counts only after two different people have signed the same reviews, and both are shown everywhere', async () => {
  const first = { by: ada.email, at: time, comment: 'Read twice.', second: null, outdated: false };
  expect(await sign(ada, 'Read twice.')).toMatchObject({
    status: 200,
    body: { message: `signed by ${ada.email}, waits for a second person`, data: { signOff: first } },
  });
  expect(await inOverview()).toMatchObject({ data: [{ run: { signOff: { second: null } } }] });
  expect(await report()).toMatch(
    /not yet: signed by `owner@example\.org` on .*, and waits for a second person.*Read twice/s,
  );
  expect(await bundled()).toMatchObject({ by: ada.email, second: null });

  expect(await sign(ada)).toMatchObject(refused(/you have signed .* another person/));
  expect(await shown()).toMatchObject({ data: { signOff: first, earlier: [] } });

  const second = { by: bob.email, at: time, comment: 'So have I.' };
  expect(await sign(bob, 'So have I.')).toMatchObject({
    body: {
      message: `signed off by ${ada.email} and ${bob.email}`,
      data: { signOff: { ...first, second }, earlier: [] },
    },
  });
  expect(await report()).toMatch(
    /by `owner@example\.org` on .*, and by `stranger@example\.org` on .*Read twice.*So have I/s,
  );
  expect(await report()).not.toMatch(/not yet|waits/);
  expect(await bundled()).toMatchObject({ by: ada.email, second: { by: bob.email, comment: 'So have I.' } });
  for (const who of [ada, bob])
    expect(await sign(who)).toMatchObject(refused(/owner@example.org and stranger@example.org have signed/));
  expect(JSON.stringify(await shown())).not.toContain('userId');
});

it('begins anew after a review has changed, and keeps both signatures as an earlier sign-off', async () => {
  await sign(ada);
  await sign(bob);
  const review = { label: 'CONFIRMED', reason: `I have read it for ${run}.` };
  await bob.request('PUT', reviewed, { body: review });
  expect(await shown()).toMatchObject({ data: { signOff: { outdated: true, second: { by: bob.email } } } });
  expect(await sign(bob)).toMatchObject({
    body: {
      data: {
        signOff: { by: bob.email, second: null, outdated: false },
        earlier: [{ by: ada.email, second: { by: bob.email }, ended: { how: 'replaced', by: bob.email } }],
      },
    },
  });
  expect(await ada.request('DELETE', signOff)).toMatchObject({
    body: { data: { signOff: null, earlier: [{ by: bob.email, second: null }, { by: ada.email }] } },
  });
  expect(await bundled()).toBeNull();
});

it('has one first and one second signature if two people sign at the same time', async () => {
  const { signOffs } = server.services;
  const both = [ada, bob].map(({ actor, email }) =>
    signOffs.sign(actor, owned.projectId, run, { by: email }),
  );
  await Promise.all(both);
  const { body } = await ada.request('GET', signOff);
  const people = [ada.email, bob.email];
  expect(body).toMatchObject({
    data: { signOff: { by: expect.toBeOneOf(people), second: { by: expect.toBeOneOf(people) } } },
  });
});

it('is asked by the rule set as it was at the start of the run', async () => {
  const rules = `/v1/politics/${owned.politicsId}`;
  const path = `/v1/projects/${owned.projectId}/runs/${run}`;
  await ada.request('PATCH', rules, { body: { secondSignOff: false } });
  expect((await ada.request('GET', path)).body).toMatchObject({
    data: { politics: { secondSignOff: true } },
  });
  expect((await sign(ada)).body).toMatchObject({ data: { signOff: { second: null } } });
  const { runId } = await endedRun(server, ada.actor, owned.projectId, []);
  const later = `/v1/projects/${owned.projectId}/runs/${runId}`;
  await ada.request('PUT', `${later}/sign-off`, { body: {} });
  const { signOff: stored, politics } = await server.services.runs.get(ada.actor, owned.projectId, runId);
  expect(Object.keys(stored ?? {})).toEqual(['by', 'at', 'open', 'reviews']);
  expect(politics).not.toHaveProperty('secondSignOff');
  await ada.request('PATCH', rules, { body: { secondSignOff: true } });
});
