import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { filesInBucket } from '../../../support/s3/bucket.ts';
import { startTestServer } from '../../../support/server.ts';
import { storedAssets } from '../../../support/stored-assets.ts';
import { waitFor } from '../../../support/wait.ts';

const server = await startTestServer({ LIMIT_UPLOAD_BYTES: '1000000' });
afterAll(() => server.stop());

const uploaded = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z
    .object({ url: z.string(), name: z.string(), type: z.string(), size: z.int(), sha256: z.string() })
    .strict(),
});
const send = (query: string, raw: string | Uint8Array, headers = {}) =>
  server.owner.request('POST', `/v1/files${query}`, { raw, headers });
const sendForm = async (form: FormData, query = '', headers = {}) => {
  const answer = await fetch(`${server.address}/v1/files${query}`, {
    method: 'POST',
    headers: { 'api-token': server.owner.token, ...headers },
    body: form,
  });
  return { status: answer.status, body: await answer.json() };
};
const readAt = async (url: string) => (await fetch(`${server.address}${new URL(url).pathname}`)).text();
const kept = async () => (await storedAssets(server.dependencies.assets)).length;

describe('POST /files: 201', () => {
  it('stores the body unchanged and detects its type from the content', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(100_000)]);
    const answer = await send('?name=a%20lease.pdf', bytes, { 'content-type': 'text/html' });
    const { data } = uploaded.parse(answer.body);
    expect(answer.status).toBe(201);
    expect(data).toMatchObject({
      name: 'a lease.pdf',
      type: 'application/pdf',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect(answer.headers.get('location')).toBe(data.url);
    const read = await fetch(`${server.address}${new URL(data.url).pathname}`);
    expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('stores the file of a form', async () => {
    const form = new FormData();
    form.set('file', new Blob(['The notice period is four months.']), 'Mietvertrag „Äpfel“.txt');
    expect(await sendForm(form)).toMatchObject({
      status: 201,
      body: { data: { name: 'Mietvertrag „Äpfel“.txt', type: 'text/plain', size: 33 } },
    });
  });

  it('removes harmful characters from names', async () => {
    const { data } = uploaded.parse((await send('?name=..%2F..%2Fetc%2Fpasswd', 'x')).body);
    expect(data.name).toBe('passwd');
  });

  it('repeats the first answer for the same bytes with the same idempotency key, and keeps the file of that answer only', async () => {
    const before = await kept();
    const headers = { 'idempotency-key': 'upload-1' };
    const form = new FormData();
    form.set('file', new Blob(['same']), 'a.txt');
    const first = await send('?name=a.txt', 'same', headers);
    const { data } = uploaded.parse(first.body);
    const again = await send('?name=a.txt', 'same', headers);
    expect(first.headers.has('idempotency-replayed')).toBe(false);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(await sendForm(form, '', headers)).toMatchObject({ status: 201, body: first.body });
    expect(await readAt(data.url)).toBe('same');
    expect(await kept()).toBe(before + 1);
  });

  it('stores a file for each upload without an idempotency key, or with another one', async () => {
    const before = await kept();
    const answers = [
      await send('?name=a.txt', 'twice'),
      await send('?name=a.txt', 'twice'),
      await send('?name=a.txt', 'twice', { 'idempotency-key': 'upload-3' }),
      await send('?name=a.txt', 'twice', { 'idempotency-key': 'upload-4' }),
    ];
    const urls = answers.map(({ body }) => uploaded.parse(body).data.url);
    expect(new Set(urls).size).toBe(4);
    for (const url of urls) expect(await readAt(url)).toBe('twice');
    expect(await kept()).toBe(before + 4);
  });
});

describe('POST /files: 400', () => {
  it.each([
    ['no name', '', 'x', 'name'],
    ['a blank name', '?name=%20', 'x', 'name'],
    ['two names', '?name=a&name=b', 'x', 'name'],
    ['an unknown parameter', '?name=a&type=pdf', 'x', 'type'],
  ])('is the answer to %s', async (_what, query, body, path) => {
    expect(await send(query, body)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  it('is the answer to an idempotency key that is too long, and nothing is stored', async () => {
    const before = await kept();
    expect(await send('?name=a.txt', 'x', { 'idempotency-key': 'k'.repeat(256) })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'Idempotency-Key' }] },
    });
    expect(await kept()).toBe(before);
  });

  it('is the answer to an empty file, which is not stored', async () => {
    const before = await kept();
    expect(await send('?name=a.txt', '')).toMatchObject({ status: 400, body: { code: 'upload_refused' } });
    expect(await kept()).toBe(before);
  });

  it('is the answer to a form that has anything but one file in the field "file", and nothing is stored', async () => {
    const before = await kept();
    const forms = {
      nothing: new FormData(),
      text: new FormData(),
      other: new FormData(),
      two: new FormData(),
      more: new FormData(),
    };
    forms.text.set('file', 'not a file');
    forms.other.set('upload', new Blob(['x']), 'a.txt');
    forms.two.append('file', new Blob(['x']), 'a.txt');
    forms.two.append('file', new Blob(['y']), 'b.txt');
    forms.more.set('file', new Blob(['x']), 'a.txt');
    forms.more.set('politicsId', 'x');
    for (const form of Object.values(forms)) {
      expect(await sendForm(form)).toMatchObject({ status: 400, body: { code: 'upload_refused' } });
    }
    const broken = await send('', 'x', { 'content-type': 'multipart/form-data' });
    expect(broken).toMatchObject({ status: 400, body: { code: 'upload_refused' } });
    const cut = await send('', '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx', {
      'content-type': 'multipart/form-data; boundary=b',
    });
    expect(cut).toMatchObject({ status: 400, body: { code: 'upload_refused' } });
    expect(await kept()).toBe(before);
  });
});

describe('POST /files: 413', () => {
  it('is the answer to a file whose declared or actual size is too large', async () => {
    const before = await kept();
    expect(await send('?name=a.bin', Buffer.alloc(1_100_000))).toMatchObject({
      status: 413,
      body: { code: 'upload_too_large' },
    });
    const chunks = Array.from({ length: 40 }, () => new Uint8Array(64 * 1024));
    const body = ReadableStream.from(chunks);
    const streamed = await fetch(`${server.address}/v1/files?name=a.bin`, {
      method: 'POST',
      headers: { 'api-token': server.owner.token },
      body,
      duplex: 'half',
    });
    expect(streamed.status).toBe(413);
    const form = new FormData();
    form.set('file', new Blob([Buffer.alloc(1_020_000)]), 'a.bin');
    expect(await sendForm(form)).toMatchObject({ status: 413, body: { code: 'upload_too_large' } });
    expect(await kept()).toBe(before);
  });
});

describe('POST /files: 422', () => {
  it('is the answer to other bytes or another name with an idempotency key that was used before, whose file stays', async () => {
    const before = await kept();
    const headers = { 'idempotency-key': 'upload-2' };
    const { data } = uploaded.parse((await send('?name=a.txt', 'one', headers)).body);
    for (const [query, bytes] of [
      ['?name=a.txt', 'two'],
      ['?name=b.txt', 'one'],
    ] as const) {
      expect(await send(query, bytes, headers)).toMatchObject({
        status: 422,
        body: { code: 'idempotency_key_reused' },
      });
    }
    expect(await readAt(data.url)).toBe('one');
    expect(await kept()).toBe(before + 1);
  });
});

describe('an upload that breaks off', () => {
  it.skipIf(filesInBucket)('leaves no file behind', async () => {
    const before = await kept();
    const socket = connect(server.port, '127.0.0.1');
    socket.write(
      `POST /v1/files?name=a.txt HTTP/1.1\r\nhost: x\r\napi-token: ${server.owner.token}\r\ncontent-length: 1000\r\n\r\nhalf`,
    );
    const unfinished = () => readdir(join(server.folder, 'assets', 'unfinished'));
    await waitFor(async () => expect(await unfinished()).toHaveLength(1));
    socket.destroy();
    await waitFor(async () => expect(await unfinished()).toEqual([]));
    expect(await kept()).toBe(before);
  });
});
