import { S3Client } from '@aws-sdk/client-s3';

/** Where the bucket is and how to get in. Endpoint null: AWS's own; keys null: what AWS's own tools would use here. */
export type S3Access = {
  endpoint: string | null;
  region: string;
  keys: { id: string; secret: string } | null;
  /** The bucket stands in the path of URLs and not in the host, as most servers but AWS want it. */
  pathStyle: boolean;
};

/** How long a connection, and the silence on one, may last, in ms. */
const connectMs = 5_000;
const silentMs = 30_000;

/**
 * Amazon's own switch for its client's word that releases yet to come will not run on this Node. Whoever runs Proviso
 * can do nothing about it: the release that Proviso comes with is fixed.
 */
const noWordOfNode = 'AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED';

/** A client that asks up to three times. Checksums that not every compatible server knows are left out. */
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
