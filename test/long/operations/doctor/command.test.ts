import { createServer } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { CommandRunner, workFolder } from '../../../gate/cli/command.ts';
import { startIdentityProvider } from '../../../support/identity-provider.ts';
import { listening } from '../../../support/listening.ts';
import { startModelServer } from '../../../support/model-server/model-server.ts';
import { startMailServer } from '../../../support/notify/mail-server.ts';
import { hasRedis, type RedisUnderTest, startRedis, whyNoRedis } from '../../../support/redis.ts';

const noServer = '127.0.0.1:1';
const key = 'the right key';
const redisIsHere = hasRedis();
if (!redisIsHere) process.stderr.write(`${whyNoRedis}\n`);

const runner = new CommandRunner();
let redis: RedisUnderTest | null = null;
/** A model server that refuses every API key. */
const strict = createServer((request, answer) => {
  answered.push(request.url ?? '');
  answer
    .writeHead(401, { 'content-type': 'application/json' })
    .end('{"error":{"message":"Incorrect API key"}}');
});
const answered: string[] = [];

const folder = workFolder({
  'contract.txt': 'The supplier answers within four hours.',
  'rules.json': JSON.stringify([{ name: 'Answer', description: 'The supplier answers within four hours.' }]),
});
const model = await startModelServer({ chat: () => ({ text: 'yes' }), embed: () => [1, 0] });
const mail = await startMailServer(() => null, 'right');
const provider = await startIdentityProvider();
const strictUrl = `http://127.0.0.1:${await listening(strict)}/v1`;
if (redisIsHere) redis = await startRedis();
afterAll(async () => {
  runner.stop();
  await Promise.all([model.close(), mail.close(), provider.close(), redis?.kill()]);
  strict.close();
  folder.remove();
});

const doctor = (env: Record<string, string>) => runner.run(['doctor'], { cwd: folder.path, env });
const check = (env: Record<string, string>, ...args: string[]) =>
  runner.run(['check', 'contract.txt', '--rules', 'rules.json', ...args], { cwd: folder.path, env });

describe('proviso doctor', () => {
  it('names each unreachable server, the setting for it, and what to do', async () => {
    const { code, stdout } = await doctor({
      REDIS_URL: `redis://${noServer}`,
      SMTP_URL: `smtp://user:hunter2@${noServer}`,
      ...{ OIDC_ISSUER: 'http://127.0.0.1:2', OIDC_CLIENT_ID: 'proviso', OIDC_CLIENT_SECRET: 'hunter2' },
      MODEL: 'some-model',
      VISION_MODEL: 'some-eyes',
      EMBEDDING_MODEL: 'some-vectors',
      TRANSCRIPTION_MODEL: 'some-ears',
      OPENAI_BASE_URL: `http://${noServer}/v1`,
    });
    expect(code).toBe(2);
    const refused = 'ECONNREFUSED 127\\.0\\.0\\.1:1';
    const failed = stdout.split('\n').filter((line) => line.startsWith('FAILED'));
    expect(failed).toEqual([
      expect.stringMatching(`wake-ups: REDIS_URL 127\\.0\\.0\\.1:1: .*${refused}\\. Start Redis there`),
      expect.stringMatching(
        /identity provider: OIDC_ISSUER: .*127\.0\.0\.1:2\/\.well-known\/openid-configuration cannot be reached \(connect ECONNREFUSED.*\)\. Set OIDC_ISSUER exactly/,
      ),
      // Port 1 is on fetch's list of blocked ports.
      expect.stringMatching(
        /model: MODEL some-model: .*fetch does not connect to this port, which is on its list of blocked ports\. Start the server, or set OPENAI_BASE_URL/,
      ),
      expect.stringMatching(/model for pictures: VISION_MODEL some-eyes: .*OPENAI_BASE_URL/),
      expect.stringMatching(/transcription: .*TRANSCRIPTION_MODEL some-ears is set to be called there/),
      expect.stringMatching(/embeddings: EMBEDDING_MODEL some-vectors: .*OPENAI_BASE_URL/),
      expect.stringMatching(`mail: SMTP_URL 127\\.0\\.0\\.1:1: .*${refused}\\. Correct SMTP_URL`),
    ]);
    expect(stdout).not.toContain('hunter2');
  });

  it.skipIf(!redisIsHere)(
    'tests each server in the settings, and prints ok for those that answer',
    async () => {
      const { code, stdout } = await doctor({
        REDIS_URL: redis?.url ?? '',
        SMTP_URL: mail.url.replace('smtp://', 'smtp://user:right@'),
        ...provider.settings,
        MODEL: 'some-model',
        EMBEDDING_MODEL: 'some-vectors',
        OPENAI_BASE_URL: model.url,
        OPENAI_API_KEY: key,
      });
      expect(stdout).not.toContain('FAILED');
      expect(code).toBe(0);
      for (const part of [
        'wake-ups: Redis at',
        'model: some-model answers',
        'embeddings: some-vectors',
        'mail: ',
        `identity provider: ${provider.issuer} can be used`,
      ])
        expect(stdout).toContain(`ok      ${part}`);
      expect(model.requests.length).toBe(1);
      expect(model.embedded).toEqual([['yes']]);
    },
  );

  it('distinguishes a wrong password or a refused key from an unreachable server', async () => {
    const { code, stdout } = await doctor({
      SMTP_URL: mail.url.replace('smtp://', 'smtp://user:wrong@'),
      ...{ ...provider.settings, OIDC_ISSUER: `${provider.issuer}/` },
      MODEL: 'some-model',
      OPENAI_BASE_URL: strictUrl,
      OPENAI_API_KEY: 'wrong',
      EMBEDDING_SHARE: '0.5',
    });
    expect(code).toBe(2);
    expect(stdout).toContain('note: EMBEDDING_SHARE is set but has no effect: set EMBEDDING_MODEL too');
    expect(stdout).toMatch(/FAILED {2}mail: .*no such user or password/);
    expect(stdout).toContain(
      `names the issuer ${provider.issuer}, but OIDC_ISSUER is ${provider.issuer}/. Set OIDC_ISSUER exactly`,
    );
    expect(stdout).toMatch(
      /FAILED {2}model: .*refuses the key \(401\): Incorrect API key\. Set OPENAI_API_KEY/,
    );
  });
});

describe('a model that cannot be called', () => {
  it.each<[string, () => Record<string, string>, RegExp]>([
    ['has no key', () => ({}), /OPENAI_API_KEY is not set\. Set OPENAI_API_KEY, or set OPENAI_BASE_URL/],
    [
      'has a key that the server refuses',
      () => ({ OPENAI_BASE_URL: strictUrl, OPENAI_API_KEY: 'wrong' }),
      /rejects the key in OPENAI_API_KEY \(401\)/,
    ],
    [
      'has no key for a server that requires one',
      () => ({ OPENAI_BASE_URL: strictUrl }),
      /requires a key \(401\), but OPENAI_API_KEY is not set/,
    ],
    [
      'is on a server that cannot be reached',
      () => ({ OPENAI_BASE_URL: 'http://127.0.0.1:2/v1' }),
      /could not be reached \(.*127\.0\.0\.1:2\).*set OPENAI_BASE_URL/,
    ],
  ])(
    'makes a check end with exit code 2 before any file is read if it %s',
    async (_, environment, reason) => {
      answered.length = 0;
      // The input file does not exist, but the command ends before it would notice that.
      const { code, stderr } = await check({ MODEL: 'gpt', ...environment() });
      expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(reason) });
      expect(answered.filter((path) => path !== '/v1/models')).toEqual([]);
    },
  );

  it('prevents the start of proviso serve if it has no key', async () => {
    const env = { MODEL: 'gpt', PORT: '0' };
    const { code, stderr } = await runner.run(['serve'], { cwd: folder.path, env });
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/OPENAI_API_KEY is not set/),
    });
  });
});
