import { S3Client } from '@aws-sdk/client-s3';

/**
 * The server of a bucket, and the credentials. If `endpoint` is null, the server is Amazon S3. If `keys` is null, the
 * credentials of the AWS tools are used.
 */
export type S3Access = {
  endpoint: string | null;
  region: string;
  keys: { id: string; secret: string } | null;
  /** Whether the bucket is in the path of URLs and not in the host name. Most servers other than AWS require that. */
  pathStyle: boolean;
};

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
 * A client that tries each request up to three times. It omits checksums that some S3-compatible servers do not
 * support.
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
