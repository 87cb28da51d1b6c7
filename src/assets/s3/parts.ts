import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  NoSuchUpload,
  type S3Client,
} from '@aws-sdk/client-s3';
import { asked } from './unavailable.ts';

/**
 * Removes the parts of incomplete uploads to this key. Such parts cost storage, and no list of objects contains them.
 */
export async function removeParts(
  client: S3Client,
  { Bucket, Key }: { Bucket: string; Key: string },
): Promise<void> {
  const { Uploads = [] } = await asked(client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key })));
  for (const { UploadId } of Uploads) {
    try {
      await asked(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
    } catch (error) {
      if (!(error instanceof NoSuchUpload)) throw error;
    }
  }
}
