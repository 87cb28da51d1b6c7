import { Redis } from 'ioredis';
import { afterAll, describe, it } from 'vitest';
import { startIdentityProvider } from '../../../support/identity-provider.ts';
import { ownServer, serverProgram, whyNotKilled } from '../../../support/mongo/own-server.ts';
import { startMailServer } from '../../../support/notify/mail-server.ts';
import { hasRedis, type RedisUnderTest, startRedis, whyNoRedis } from '../../../support/redis.ts';
import { type BucketPlace, freshBucket, s3Server, whyNoS3 } from '../../../support/s3/bucket.ts';
import { expectFoundAndMended, type PlantedFault } from './planted-fault.ts';

const noServer = '127.0.0.1:1';
const redisIsHere = hasRedis();
if (!redisIsHere) process.stderr.write(`${whyNoRedis}\n`);
if (serverProgram === null) process.stderr.write(`${whyNotKilled}\n`);
if (s3Server === null) process.stderr.write(`${whyNoS3}\n`);

let redis: RedisUnderTest;
let bucket: BucketPlace;

const mail = await startMailServer(() => null, 'right');
const provider = await startIdentityProvider();
if (redisIsHere) redis = await startRedis();
if (s3Server !== null) bucket = await freshBucket(s3Server);
afterAll(async () => {
  await Promise.all([mail.close(), provider.close(), redis?.kill(), bucket?.drop()]);
});

const withUser = (url: string, user: string) => url.replace('://', `://${user}@`);

const faults: PlantedFault[] = [
  {
    fault: 'no mail server listens at SMTP_URL',
    part: 'mail',
    advice: /Correct SMTP_URL: its host, port, user and password/,
    plant: () => ({ SMTP_URL: `smtp://user:right@${noServer}` }),
    mend: () => ({ SMTP_URL: withUser(mail.url, 'user:right') }),
  },
  {
    fault: 'the mail server refuses the password',
    part: 'mail',
    advice: /no such user or password\. Correct SMTP_URL: its host, port, user and password/,
    plant: () => ({ SMTP_URL: withUser(mail.url, 'user:wrong') }),
    mend: () => ({ SMTP_URL: withUser(mail.url, 'user:right') }),
  },
  {
    fault: 'OIDC_ISSUER has a slash too many',
    part: 'identity provider',
    advice: /Set OIDC_ISSUER exactly to the issuer that the provider names/,
    plant: () => ({ ...provider.settings, OIDC_ISSUER: `${provider.issuer}/` }),
    mend: () => provider.settings,
  },
];

const redisFaults: PlantedFault[] = [
  {
    fault: 'Redis is not running',
    part: 'wake-ups',
    advice: /Start Redis there, or correct REDIS_URL/,
    async plant() {
      await redis.kill();
      return { REDIS_URL: redis.url };
    },
    async mend(_, planted) {
      await redis.start();
      return planted;
    },
  },
  {
    fault: 'Redis requires a password',
    part: 'wake-ups',
    advice: /NOAUTH.*correct REDIS_URL and its password/,
    async plant() {
      const client = new Redis(redis.url);
      await client.config('SET', 'requirepass', 'secret');
      client.disconnect();
      return { REDIS_URL: redis.url };
    },
    mend: () => ({ REDIS_URL: withUser(redis.url, ':secret') }),
  },
];

const bucketFaults: PlantedFault[] = [
  {
    fault: 'the keys of the bucket are not set',
    part: 'files',
    advice: /Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/,
    plant() {
      const { S3_ACCESS_KEY_ID: _, S3_SECRET_ACCESS_KEY: __, ...rest } = bucket.environment;
      return { ...rest, AWS_EC2_METADATA_DISABLED: 'true' };
    },
    mend: () => bucket.environment,
  },
  {
    fault: 'the secret key of the bucket is wrong',
    part: 'files',
    advice: /Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/,
    plant: () => ({ ...bucket.environment, S3_SECRET_ACCESS_KEY: 'wrong' }),
    mend: () => bucket.environment,
  },
  {
    fault: 'the bucket does not exist',
    part: 'files',
    advice: /Create the bucket, or correct S3_BUCKET/,
    plant: () => ({ ...bucket.environment, S3_BUCKET: 'another-bucket' }),
    mend: () => bucket.environment,
  },
  {
    fault: 'the bucket is in another region',
    part: 'files',
    advice: /region "eu-central-1" is wrong.*Set S3_REGION to the region of the bucket/,
    plant: () => ({ ...bucket.environment, S3_REGION: 'eu-central-1' }),
    mend: () => bucket.environment,
  },
  {
    fault: 'no server listens at S3_ENDPOINT',
    part: 'files',
    advice: /ECONNREFUSED.*Start the server of S3_ENDPOINT, or correct S3_ENDPOINT/,
    plant: () => ({ ...bucket.environment, S3_ENDPOINT: `http://${noServer}` }),
    mend: () => bucket.environment,
  },
];

describe('a server that the settings name', () => {
  it.each(faults)('is found and mended by the advice of doctor: $fault', expectFoundAndMended);

  it.skipIf(!redisIsHere).each(redisFaults)(
    'is found and mended by the advice of doctor: $fault',
    expectFoundAndMended,
  );

  it.skipIf(s3Server === null).each(bucketFaults)(
    'is found and mended by the advice of doctor: $fault',
    expectFoundAndMended,
  );

  it.skipIf(serverProgram === null)(
    'is found and mended by the advice of doctor: MongoDB is not running',
    async () => {
      const mongo = await ownServer(serverProgram ?? '');
      try {
        await expectFoundAndMended({
          fault: 'MongoDB is not running',
          part: 'records',
          advice: /no MongoDB answers at 127\.0\.0\.1:\d+: start it, or correct MONGODB_URL/,
          plant: () => ({ MONGODB_URL: mongo.url, MONGODB_TIMEOUT_SECONDS: '2' }),
          async mend(_, planted) {
            await mongo.start();
            return planted;
          },
        });
      } finally {
        await mongo.remove();
      }
    },
  );
});
