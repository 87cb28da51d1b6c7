import { S3Client } from '@aws-sdk/client-s3';
import type { AssetAddresses } from '../address.ts';
import type { AssetStore } from '../port.ts';
import { type Reading, s3Assets } from './store.ts';

/** The settings for a bucket, named like their environment variables. */
export type BucketSettings = {
  S3_ENDPOINT: string | null;
  S3_REGION: string;
  S3_ACCESS_KEY_ID: string | null;
  S3_SECRET_ACCESS_KEY: string | null;
  S3_PATH_STYLE: 'auto' | 'yes' | 'no';
  S3_PUBLIC_URL: string | null;
  S3_SIGNED_SECONDS: number;
};

/** Opens a bucket as an asset store. `now` is the clock for the age of assets. */
export function openBucket(
  settings: BucketSettings,
  bucket: string,
  addresses: AssetAddresses,
  now?: () => Date,
): AssetStore {
  const endpoint = settings.S3_ENDPOINT;
  const client = clientOf(settings);
  const where = endpoint === null ? `Amazon S3, ${settings.S3_REGION}` : new URL(endpoint).host;
  const reading = readingOf(settings);
  const description = `bucket ${bucket} at ${where}, read ${words[reading.by]}`;
  return s3Assets({ client, bucket, reading, description }, addresses, now);
}

const words: Record<Reading['by'], string> = {
  server: 'through the server',
  public: 'at its public address',
  signed: 'by signed URLs',
};

function readingOf({ S3_PUBLIC_URL: url, S3_SIGNED_SECONDS: seconds }: BucketSettings): Reading {
  if (url !== null) return { by: 'public', url };
  return seconds > 0 ? { by: 'signed', seconds } : { by: 'server' };
}

/** How long opening a connection may take, in ms. */
const connectMs = 5_000;
/** How long a connection may be silent, in ms. */
const silentMs = 30_000;

/**
 * This variable disables a warning of the AWS client: later releases of the client will not support this Node version.
 * Operators cannot act on the warning, because Proviso pins the version of the client.
 */
const noWordOfNode = 'AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED';

/**
 * A client for the server that the settings name. Without an endpoint, the server is Amazon S3; without keys, the
 * credentials of the AWS tools are used. The bucket is in the path of URLs and not in the host name if the settings say so:
 * most servers other than AWS require that. The client tries each request up to three times, and omits checksums that some
 * S3-compatible servers do not support.
 */
export function clientOf(settings: BucketSettings): S3Client {
  process.env[noWordOfNode] ??= 'true';
  const {
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: id,
    S3_SECRET_ACCESS_KEY: secret,
    S3_PATH_STYLE,
  } = settings;
  return new S3Client({
    region: settings.S3_REGION,
    ...(endpoint !== null && { endpoint }),
    ...(id !== null && secret !== null && { credentials: { accessKeyId: id, secretAccessKey: secret } }),
    forcePathStyle: S3_PATH_STYLE === 'auto' ? endpoint !== null : S3_PATH_STYLE === 'yes',
    maxAttempts: 3,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silentMs },
  });
}
