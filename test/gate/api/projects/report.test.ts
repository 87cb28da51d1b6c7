import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../engine/model/finding.ts';
import { keySet } from '../../../../src/api/bundles/schemas.ts';
import { bundleReport } from '../../../../src/cli/verify/bundle.ts';
import { jsonReportSchema } from '../../../../src/services/report/formats/json.ts';
import { reportFormats } from '../../../../src/services/report/formats.ts';
import { openWords } from '../../../../src/services/report/words.ts';
import { bundleFolder } from '../../../support/bundles/small-bundle.ts';
import { citation } from '../../../support/findings.ts';
import { endedRun, ownedRecordsOf } from '../../../support/owned-records.ts';
import { startTestServer } from '../../../support/server.ts';

const server = await startTestServer();
const owned = await ownedRecordsOf(server, server.owner.actor);
const path = `/v1/projects/${owned.projectId}/report`;
afterAll(() => server.stop());

const get = (query = '', at = path) => server.owner.request('GET', `${at}${query}`);
const startRun = (status: string) =>
  server.owner.request('PUT', `/v1/projects/${owned.projectId}`, { body: { status } });

describe('GET /projects/{id}/bundle', () => {
  let projectId = '';
  let runId = '';
  beforeAll(async () => {
    const { actor } = server.owner;
    const fields = { name: 'n', description: 'd', politicsId: owned.politicsId };
    projectId = (await server.services.projects.create(actor, fields))._id;
    runId = (await endedRun(server, actor, projectId, [])).runId;
  });
  const bundlePath = () => `/v1/projects/${projectId}/bundle`;
  const bundleOf = (query = '', method = 'GET') =>
    fetch(`${server.address}${bundlePath()}${query}`, {
      method,
      headers: { 'api-token': server.owner.token },
    });

  it('returns a bundle that one of the published keys has signed', async () => {
    const answer = await bundleOf('?sources=true');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toContain(`run-${runId}.proviso.zip`);
    const folder = bundleFolder();
    const path = folder.put(Buffer.from(await answer.arrayBuffer()));
    const published = await server.anonymous('GET', '/v1/.well-known/jwks.json');
    expect(published).toMatchObject({ status: 200, body: { keys: [{ kty: 'OKP', crv: 'Ed25519' }] } });
    const { keys } = keySet.parse(published.body);
    expect(
      await bundleReport(
        path,
        keys.map(({ kid }) => kid),
      ),
    ).toMatchObject({ unchanged: true, findings: 2 });
    folder.remove();
    expect((await bundleOf('', 'HEAD')).status).toBe(200);
  });

  it('answers 404 if the text of a citation is no longer stored', async () => {
    const answer = await server.owner.request('GET', `/v1/projects/${owned.projectId}/bundle`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'text_not_found' } });
  });

  it('answers 400, 401 and 404 as other paths do, and 405 to other methods, also for the public keys', async () => {
    const invalid = await server.owner.request('GET', `${bundlePath()}?sources=yes&x=1`);
    expect(invalid).toMatchObject({ status: 400, body: { errors: [{ path: 'sources' }, { path: 'x' }] } });
    expect((await server.anonymous('GET', bundlePath())).status).toBe(401);
    expect((await server.stranger.request('GET', bundlePath())).status).toBe(404);
    const keys = '/v1/.well-known/jwks.json';
    expect((await server.owner.request('POST', keys)).headers.get('allow')).toBe('GET, HEAD');
    expect((await server.anonymous('POST', keys)).status).toBe(401);
    expect((await server.anonymous('GET', '/v1/.well-known/other')).status).toBe(401);
    expect((await server.anonymous('HEAD', keys)).status).toBe(200);
  });
});

describe('GET /projects/{id}/report: 200', () => {
  it('returns a file with the complete result of the last ended run, including reviews', async () => {
    const review = { label: 'NOT FOUND', reason: 'struck out' };
    await server.owner.request('PUT', `/v1/projects/${owned.projectId}/findings/${owned.findingId}/review`, {
      body: review,
    });
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Main street 5 report.json"; filename*=UTF-8''Main%20street%205%20report.json`,
    );
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    const result = jsonReportSchema.strict().parse(answer.body);
    expect(result).toMatchObject({ runId: owned.runId, findings: [{ id: owned.findingId, review }, {}] });
  });

  it('returns Markdown with the links of the citations if that is requested', async () => {
    const { status, headers, text } = await get('?format=md');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Main street 5 report.md"; filename*=UTF-8''Main%20street%205%20report.md`,
    );
    expect(text).toMatch(/^# Proviso report\n/);
    expect(text).toContain('> words for **Notice**');
    const [finding] = JSON.parse((await get()).text).findings;
    expect(text).toContain(finding.citations[0].link);
  });

  it('leads to the page of the finding in place of a stored file, and says who signed the run off', async () => {
    const { actor } = server.owner;
    const { _id } = await server.services.projects.create(actor, {
      ...{ name: 'n', description: 'd', politicsId: owned.politicsId },
    });
    const { url } = await server.services.uploads.put(actor, {
      name: 'a.txt',
      body: Readable.from([Buffer.from('Notice')]),
    });
    const web = 'https://example.org/terms#:~:text=Notice';
    const stored = citation('Notice', { link: `${url}#L1-L1`, source: { ...citation('').source, url } });
    const { runId, findingId } = await endedRun(server, actor, _id, [
      citation('Notice', { link: web }),
      stored,
    ]);
    const comment = 'Until the audit.';
    await server.services.signOffs.sign(actor, _id, runId, { by: 'Ada', comment });
    const page = `/projects/${_id}/runs/${runId}?finding=${findingId}&place=1`;
    for (const format of Object.keys(reportFormats).filter(
      (one) => !['pdf', 'docx', 'xlsx', 'csv'].includes(one),
    )) {
      const text = (await get(`?format=${format}`, `/v1/projects/${_id}/report`)).text.replace(
        /&#38;|\\(?=&)/g,
        '&',
      );
      expect(text.includes(page), format).toBe(format !== 'json');
      expect(text.includes(url), format).toBe(format === 'json');
      expect(text, format).toContain(web);
      expect(text, format).toMatch(
        /Signed off.*by Ada on.*Open when signed off.*2 not reviewed.*Until the audit/s,
      );
    }
  });

  it('says in each format what the page says was open at the sign-off, also if every finding was reviewed', async () => {
    const { actor } = server.owner;
    const fields = { name: 'n', description: 'd', politicsId: owned.politicsId };
    const { _id } = await server.services.projects.create(actor, fields);
    const { runId } = await endedRun(server, actor, _id);
    const { items } = await server.services.findings.list(actor, { projectId: _id, page: 1, pageSize: 9 });
    const signed = async (outcomes: readonly Outcome[]) => {
      for (const [at, outcome] of outcomes.entries()) {
        const review = { label: 'CONFIRMED', outcome, reason: 'read', by: 'Ada' } as const;
        await server.services.findings.review(actor, _id, items[at]?.id ?? '', review);
      }
      const { signOff } = await server.services.signOffs.sign(actor, _id, runId, { by: 'Ada' });
      const words = openWords(signOff?.open ?? { notReviewed: 0, outcomes: null });
      for (const format of ['md', 'html', 'csv', 'sarif', 'junit']) {
        const { text } = await get(`?format=${format}`, `/v1/projects/${_id}/report`);
        expect(text, format).toMatch(/Open when signed off/);
        expect(text, format).toContain(words);
      }
      return words;
    };
    expect(await signed(['violated', 'undetermined'])).toBe('1 violation, 1 undetermined');
    expect(await signed(['satisfied', 'not_applicable'])).toBe('nothing');
  });

  it('says on its first page who decided what in which run, with the ids of the rules, the rule set and the checker', async () => {
    const { actor } = server.owner;
    const rules = [{ id: 'LIC-01', name: 'Licence', description: 'The licence is for five years.' }];
    const set = await server.services.politics.create(actor, { name: 'Licences', description: 'd', rules });
    const fields = { name: 'n', description: 'd', politicsId: set._id };
    const { _id } = await server.services.projects.create(actor, fields);
    const { findingId } = await endedRun(server, actor, _id);
    const reason = `The order form says so ${'and says so '.repeat(20)}`;
    const review = { label: 'CONFIRMED', outcome: 'violated', reason, by: 'Ada' } as const;
    await server.services.findings.review(actor, _id, findingId, review);
    const kept = /in the run of 2\d{3}-.{14} UTC, kept because the evidence is unchanged/;
    const report = async (format: string) =>
      (await get(`?format=${format}`, `/v1/projects/${_id}/report`)).text;
    expect(await report('md')).not.toMatch(kept);
    await endedRun(server, actor, _id);
    for (const format of ['md', 'html', 'junit']) expect(await report(format), format).toMatch(kept);
    for (const format of ['md', 'html']) {
      const [first = ''] = (await report(format)).replaceAll(/<[^>]*>|\n/g, ' ').split(/Findings (?!at)/);
      expect(first, format).toMatch(
        /Rule set.*Licences.*Checked by.*words alone.*Licence \(LIC-01\).*violated.*Ada: The order form says so and .{0,60}…/s,
      );
    }
  });

  it('returns the report of the previous run while another is active, or of the run whose id is given', async () => {
    await startRun('deploying');
    try {
      expect((await get()).body).toMatchObject({ runId: owned.runId });
    } finally {
      await server.owner.request('POST', `/v1/projects/${owned.projectId}/cancel`);
    }
    const { runId } = await endedRun(server, server.owner.actor, owned.projectId);
    expect((await get()).body).toMatchObject({ runId });
    expect((await get(`?runId=${owned.runId}`)).body).toMatchObject({ runId: owned.runId });
  });

  it('returns a harmless file name, whatever the name of the project', async () => {
    const { politicsId } = owned;
    for (const [name, plain, file] of [
      ['../a\\b: "c"\u202e\n.exe', 'a b c .exe report.md', 'a%20b%20c%20.exe%20report.md'],
      ['///', 'report.md', 'report.md'],
      ['Büro 💡', 'Buro _ report.md', 'B%C3%BCro%20%F0%9F%92%A1%20report.md'],
    ]) {
      const { _id } = await server.services.projects.create(server.owner.actor, {
        ...{ name: name ?? '', description: 'd', politicsId },
      });
      await endedRun(server, server.owner.actor, _id);
      const { headers } = await get('?format=md', `/v1/projects/${_id}/report`);
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename="${plain}"; filename*=UTF-8''${file}`,
      );
    }
  });
});

describe('GET /projects/{id}/report', () => {
  it('answers 404 for a project without a run, a run of another project, or an unknown id', async () => {
    const { _id } = await server.services.projects.create(server.owner.actor, {
      ...{ name: 'n', description: 'd', politicsId: owned.politicsId },
    });
    const at = `/v1/projects/${_id}/report`;
    expect(await get('', at)).toMatchObject({ status: 404, body: { code: 'run_not_found' } });
    expect(await get(`?runId=${owned.runId}`, at)).toMatchObject({
      status: 404,
      body: { code: 'run_not_found' },
    });
    const unknown = await get('', `/v1/projects/${'f'.repeat(24)}/report`);
    expect(unknown).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
    expect((await server.stranger.request('GET', path)).status).toBe(404);
    expect((await server.anonymous('GET', path)).status).toBe(401);
  });

  it('answers 409 for a run that has not ended', async () => {
    await startRun('deploying');
    const { data } = JSON.parse(
      (await server.owner.request('GET', `/v1/projects/${owned.projectId}/runs`)).text,
    );
    try {
      const answer = await get(`?runId=${data[0]._id}`);
      expect(answer).toMatchObject({ status: 409, body: { code: 'run_not_ended' } });
    } finally {
      await server.owner.request('POST', `/v1/projects/${owned.projectId}/cancel`);
    }
  });
});
