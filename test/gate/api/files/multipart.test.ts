import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { problemSchema } from '../../../../src/api/problem.ts';
import { filesInBucket } from '../../../support/s3/bucket.ts';
import { startTestServer } from '../../../support/server.ts';
import { storedAssets } from '../../../support/stored-assets.ts';
import { waitFor } from '../../../support/wait.ts';

const uploadBytes = 3_000_000;
/** A request that was not answered within this time, in ms, hangs. A machine without other work takes a few ms. */
const hangsAfterMs = 100_000;

const server = await startTestServer({ LIMIT_UPLOAD_BYTES: String(uploadBytes) });
afterAll(() => server.stop());

const headersOf = () => ({
  'api-token': server.owner.token,
  'content-type': 'multipart/form-data; boundary=x',
});

/** How many forms the server has accepted. */
let accepted = 0;

async function sendForm(body: string | ReadableStream<Uint8Array>) {
  const answer = await fetch(`${server.address}/v1/files`, {
    method: 'POST',
    headers: headersOf(),
    signal: AbortSignal.timeout(hangsAfterMs),
    ...(typeof body === 'string' ? { body: Buffer.from(body, 'latin1') } : { body, duplex: 'half' }),
  });
  if (answer.ok) accepted += 1;
  return { status: answer.status, body: await answer.json() };
}

const kept = async () => (await storedAssets(server.dependencies.assets)).length;
const unfinished = () => readdir(join(server.folder, 'assets', 'unfinished')).catch(() => []);

const answerOn = (socket: Socket) =>
  new Promise<string>((resolve, reject) => {
    socket.once('data', (data) => resolve(data.toString('latin1')));
    socket.once('error', reject);
    setTimeout(() => reject(new Error('expected an answer')), hangsAfterMs).unref();
  });

/** Asserts that only the files of accepted forms are stored, and that there are no unfinished files. */
async function expectNothingStored(): Promise<void> {
  expect(await kept()).toBe(accepted);
  if (!filesInBucket) {
    await waitFor(async () => expect(await unfinished()).toEqual([]));
  }
}

const disposition = (name: string) =>
  `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n`;
const file = (name: string, content = 'hello') => `${disposition(name)}\r\n${content}\r\n`;
const field = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`;
const lines = (count: number) => `--x\r\n${'X-H: y\r\n'.repeat(count)}\r\n`;
const badPart = `${lines(3_000)}abc\r\n`;
const end = '--x--\r\n';

const refused: [what: string, body: string][] = [
  ['nothing at all', ''],
  ['the end alone', '--x--'],
  ['bytes that are no form', 'y'.repeat(100_000)],
  ['a header that breaks off', lines(40)],
  ['a header of 800 kB', lines(100_000)],
  ['a part of 1,000 header lines and no file', `${lines(1_000)}abc\r\n${end}`],
  ['a header over 16 KB', `${badPart}${end}`],
  ['a file name of 20,000 characters', `${file('a'.repeat(20_000))}${end}`],
  ['a file name of 900,000 characters', `${file('a'.repeat(900_000))}--x--`],
  ['a control character in the file name', `${file('a\x7fb.txt')}${end}`],
  ['a header without a name', `--x\r\n: y\r\n\r\nhello\r\n${end}`],
  ['a header without a colon', `--x\r\nhello\r\n\r\nhello\r\n${end}`],
  [
    'a second disposition',
    `--x\r\nContent-Disposition: form-data; name="file"\r\n${file('z.txt').slice(5)}${end}`,
  ],
  ['a field called __proto__', `${file('a.txt')}${field('__proto__')}--x--`],
  ['40 fields', `${field('q').repeat(40)}--x--`],
  ['40 parts without a name', `${lines(1)}x\r\n`.repeat(40) + end],
  ['a file that breaks off', file('a.txt').slice(0, -3)],
  ['an end that is not written out', `${file('a.txt')}--x-`],
  ['a file, then a bad part', `${file('a.txt')}${badPart}${end}`],
  ['a large file, then a bad part', `${file('a.txt', 'y'.repeat(2_000_000))}${badPart}${end}`],
  ['a bad part, then a file', `${badPart}${file('a.txt')}${end}`],
  ['two files', `${file('a.txt')}${file('b.txt')}${end}`],
  ['a file without a byte', `${file('a.txt', '')}${end}`],
];

describe('POST /files with a form', () => {
  it.each(refused)('answers %s with 400 and stores no file', async (_what, body) => {
    const answer = await sendForm(body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'upload_refused' } });
    problemSchema.strict().parse(answer.body);
    await expectNothingStored();
  });

  it('answers a form that is cut off at any byte, and stores no file', async () => {
    const whole = `${file('a.txt')}--x--`;
    const cuts = Array.from({ length: whole.length }, (_, at) => whole.slice(0, at));
    const statuses: number[] = [];
    for (const cut of cuts) statuses.push((await sendForm(cut)).status);
    expect(new Set(statuses)).toEqual(new Set([400]));
    await expectNothingStored();
    expect(await sendForm(whole)).toMatchObject({ status: 201 });
  });

  it('accepts a form that arrives byte by byte, with text before and after it', async () => {
    const bytes = Buffer.from(`before\r\n${file('a.txt')}${end}after`);
    const one = ReadableStream.from(Array.from(bytes, (byte) => Uint8Array.of(byte)));
    expect(await sendForm(one)).toMatchObject({ status: 201, body: { data: { name: 'a.txt', size: 5 } } });
  });

  it.each([
    ['a file', `${disposition('a.txt')}\r\n`],
    ['the text before the first part', ''],
    ['a part that the server does not read', `${lines(1)}`],
  ])('answers 413 while %s is still being sent', async (_what, start) => {
    const socket = connect(server.port, '127.0.0.1');
    try {
      const head = Object.entries(headersOf()).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(
        `POST /v1/files HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n${head.join('')}\r\n`,
      );
      const chunk = (content: string) => `${content.length.toString(16)}\r\n${content}\r\n`;
      if (start !== '') socket.write(chunk(start));
      for (let sent = 0; sent <= uploadBytes + 200_000; sent += 100_000)
        socket.write(chunk('y'.repeat(100_000)));
      const answer = await answerOn(socket);
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toContain('"code":"upload_too_large"');
    } finally {
      socket.destroy();
    }
    await expectNothingStored();
  });

  it('answers an invalid part at once, even if the rest of the form never arrives', async () => {
    const socket = connect(server.port, '127.0.0.1');
    try {
      const head = Object.entries(headersOf()).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`POST /v1/files HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n${head.join('')}\r\n`);
      socket.write(file('a.txt') + badPart);
      const answer = await answerOn(socket);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    } finally {
      socket.destroy();
    }
    await expectNothingStored();
  });

  it.skipIf(filesInBucket)('stores no file if the sender of the form disconnects', async () => {
    const socket = connect(server.port, '127.0.0.1');
    const head = Object.entries(headersOf()).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST /v1/files HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n${head.join('')}\r\n`);
    socket.write(`${disposition('a.txt')}\r\nhalf`);
    await waitFor(async () => expect(await unfinished()).toHaveLength(1));
    socket.destroy();
    await expectNothingStored();
  });
});
