import { randomUUID } from 'node:crypto';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { type BucketSettings, clientOf } from '../../../src/assets/s3/open.ts';

/** The URL of an S3-compatible server to test with, as `http://KEY:SECRET@HOST:PORT`; null if there is none. */
export const s3Server = process.env.TEST_S3_URL || null;

export const whyNoS3 =
  'SKIPPED: no S3-compatible server to test on. Set TEST_S3_URL=http://KEY:SECRET@127.0.0.1:PORT, or run npm run test:long servers';

/** The settings of a bucket as environment variables. */
export type BucketEnvironment = BucketSettings & { S3_BUCKET: string };

/** A new bucket for one suite. */
export type BucketPlace = {
  settings: BucketEnvironment;
  /** The same settings as environment variables. */
  environment: Record<string, string>;
  client: S3Client;
  /** Returns every key in the bucket. */
  keys(): Promise<string[]>;
  drop(): Promise<void>;
};

/** Whether suites store their files in a bucket. Tests that damage a folder are then skipped. */
export const filesInBucket = process.env.TEST_ASSETS === 's3';

/** Where suites store their files: with TEST_ASSETS=s3 a new bucket on the server; null for a folder, the default. */
export async function chosenBucket(): Promise<BucketPlace | null> {
  if (!filesInBucket) return null;
  if (s3Server === null) throw new Error(whyNoS3);
  return freshBucket(s3Server);
}

export async function freshBucket(server: string): Promise<BucketPlace> {
  const { origin, username, password } = new URL(server);
  const settings: BucketEnvironment = {
    S3_BUCKET: `proviso-${randomUUID()}`,
    S3_ENDPOINT: origin,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: username,
    S3_SECRET_ACCESS_KEY: password,
    S3_PATH_STYLE: 'auto',
    S3_PUBLIC_URL: null,
    S3_SIGNED_SECONDS: 0,
  };
  const client = clientOf(settings);
  const Bucket = settings.S3_BUCKET;
  await client.send(new CreateBucketCommand({ Bucket }));

  async function keys(): Promise<string[]> {
    const found: string[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
      for (const { Key } of Contents) if (Key !== undefined) found.push(Key);
    }
    return found;
  }

  return {
    settings,
    environment: Object.fromEntries(
      Object.entries(settings).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
    ),
    client,
    keys,
    async drop() {
      for (const Key of await keys()) await client.send(new DeleteObjectCommand({ Bucket, Key }));
      await client.send(new DeleteBucketCommand({ Bucket }));
      client.destroy();
    },
  };
}
