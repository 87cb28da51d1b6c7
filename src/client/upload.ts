import type { UploadedFile } from './api.ts';
import type { Connection } from './connection.ts';
import { ProvisoConnectionError } from './errors.ts';
import { notFromProviso, refusalOf } from './response.ts';
import type { FileContent } from './surface.ts';

export async function uploadFile(
  { base, headers, fetch }: Connection,
  content: FileContent,
  name: string,
): Promise<UploadedFile> {
  const response = await fetch(`${base}/v1/files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': typeOf(content) },
    body: content,
    ...(content instanceof ReadableStream && { duplex: 'half' }),
  }).catch((cause: unknown) => {
    throw new ProvisoConnectionError('the service could not be reached', { cause });
  });
  if (!response.ok) throw await refusalOf(response);
  const body: unknown = await response.json().catch(() => null);
  if (isUploaded(body)) return body.data;
  throw notFromProviso(response);
}

function isUploaded(value: unknown): value is { data: UploadedFile } {
  if (typeof value !== 'object' || value === null || !('data' in value)) return false;
  const { data } = value;
  return typeof data === 'object' && data !== null && 'url' in data && typeof data.url === 'string';
}

function typeOf(content: FileContent): string {
  return (content instanceof Blob && content.type) || 'application/octet-stream';
}
