import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { SourceText } from '../../../../engine/model/source.ts';
import { type OwnedRecords, ownedRecordsOf, textOf } from '../../../support/owned-records.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
let owned: OwnedRecords;
let path = '';
let content: SourceText;

const answer = z.object({
  data: z.object({
    ...{ start: z.number(), end: z.number(), length: z.number(), text: z.string() },
    quotes: z.array(z.object({ stretches: z.array(z.object({ start: z.number(), end: z.number() })) })),
  }),
});
const get = async (query = '') =>
  answer.parse((await server.owner.request('GET', `${path}${query}`)).body).data;

const now = new Date();
const keep = (key: string, value: SourceText) =>
  server.dependencies.store.sourceTexts.put(
    server.owner.actor.userId,
    key,
    gzipSync(JSON.stringify(value)),
    now,
  );

beforeAll(async () => {
  server = await startTestServer();
  owned = await ownedRecordsOf(server, server.owner.actor);
  path = `/v1/projects/${owned.projectId}/runs/${owned.runId}/findings/${owned.findingId}/text`;
  const findings = await server.services.findings.list(server.owner.actor, {
    ...{ projectId: owned.projectId, page: 1, pageSize: 10 },
  });
  const [cited] = findings.items.find(({ id }) => id === owned.findingId)?.citations ?? [];
  if (cited === undefined) throw new Error('the finding must have a citation');
  const { source, quote, start } = cited;
  const line = 'Every line of this text has the same words.\n';
  const text = `${' '.repeat(start)}${quote}\n${line.repeat(2_000)}`;
  content = {
    ...textOf(text),
    ranges: [{ start: 0, end: text.length, locator: cited.locator, method: 'text' }],
  };
  await server.dependencies.store.deleteExpired(new Date(0), new Date(now.getTime() + 60_000));
  // A text that was read with other settings does not contain the quote at its offsets.
  await keep(`${source.sha256}:a`, { ...content, text: text.replace(quote, quote.toUpperCase()) });
  await keep(`${source.sha256}:b`, content);
});
afterAll(() => server.stop());

describe('GET /projects/{id}/runs/{runId}/findings/{findingId}/text', () => {
  it('returns the text around a quote, in which the quote is at its offsets', async () => {
    const { start, end, length, text, quotes } = await get();
    expect(text).toBe(content.text.slice(start, end));
    expect(length).toBe(content.text.length);
    expect(end).toBeLessThan(length);
    expect(text).toMatch(/\n$/);
    const [stretch] = quotes[0]?.stretches ?? [];
    expect(text.slice((stretch?.start ?? 0) - start, (stretch?.end ?? 0) - start)).toBe('words for Notice');
  });

  it('is shown around the quote in a report', async () => {
    const report = async () => {
      const link = `${server.address}/v1/projects/${owned.projectId}/report?format=html`;
      return (await fetch(link, { headers: { 'api-token': server.owner.token } })).text();
    };
    const shown = (await report()).match(/<div class="context">.*/g);
    expect(shown).toHaveLength(1);
    expect(shown?.[0]).toContain('<p><mark>words for Notice</mark></p><p>Every line');
  });

  it('returns the whole text in parts that follow each other, each of a limited length', async () => {
    let text = '';
    for (let from = 0; from < content.text.length; ) {
      const part = await get(`?from=${from}`);
      expect(part.start).toBe(from);
      expect(part.text.length).toBeLessThan(33_000);
      text += part.text;
      from = part.end;
    }
    expect(text).toBe(content.text);
    expect((await get('?from=0&to=999999')).text).toHaveLength(32_000);
    expect((await get('?to=40000')).end).toBe(40_000);
    expect((await get('?from=999999')).text).toBe('');
  });

  it('refuses a citation that the finding does not have', async () => {
    expect(await server.owner.request('GET', `${path}?index=7`)).toMatchObject({
      status: 404,
      body: { code: 'citation_not_found' },
    });
  });

  it('says so if the text has expired', async () => {
    await server.dependencies.store.deleteExpired(new Date(0), new Date(now.getTime() + 60_000));
    expect(await server.owner.request('GET', path)).toMatchObject({
      status: 404,
      body: { code: 'text_not_found' },
    });
  });
});
