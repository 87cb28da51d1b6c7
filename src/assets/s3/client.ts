import { S3Client } from '@aws-sdk/client-s3';

/** The bucket and its credentials. Endpoint null: Amazon S3; keys null: the credentials that the AWS tools use. */
export type S3Access = {
  endpoint: string | null;
  region: string;
  keys: { id: string; secret: string } | null;
  /** The bucket is in the path of URLs, not in the host name, as most servers other than AWS require. */
  pathStyle: boolean;
};

/** Milliseconds that opening a connection, and silence on one, may last. */
const connectMs = 5_000;
const silentMs = 30_000;

/**
 * AWS's switch for the warning that later releases of its client will not support this Node version. Operators cannot
 * act on it: Proviso pins the client's version.
 */
const noWordOfNode = 'AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED';

/**
 * A client that tries each request up to three times. It omits checksums that some compatible servers do not know.
 */
export function s3Client({ endpoint, region, keys, pathStyle }: S3Access): S3Client {
  process.env[noWordOfNode] ??= 'true';
  return new S3Client({
    region,
    ...(endpoint !== null && { endpoint }),
    ...(keys !== null && { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
    forcePathStyle: pathStyle,
    maxAttempts: 3,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silentMs },
  });
}
