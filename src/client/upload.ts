import type { UploadedFile } from '../api/files/schemas.ts';
import type { Problem } from '../api/problem.ts';

export type FileContent = Blob | Uint8Array<ArrayBuffer> | string | ReadableStream<Uint8Array>;

type Connection = { base: string; headers: Record<string, string>; fetch: typeof globalThis.fetch };

/** A request that the service rejected, with the problem that it reported. */
export class ProvisoRequestError extends Error {
  override readonly name = 'ProvisoRequestError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

export async function uploadFile(
  { base, headers, fetch }: Connection,
  content: FileContent,
  name: string,
): Promise<UploadedFile> {
  const answer = await fetch(`${base}/v1/files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': typeOf(content) },
    body: content,
    ...(content instanceof ReadableStream && { duplex: 'half' }),
  });
  const body: unknown = await answer.json();
  if (isUploaded(body)) return body.data;
  if (isProblem(body)) throw new ProvisoRequestError(body);
  throw new Error(`the answer with status ${answer.status} is not from Proviso`);
}

export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value && 'requestId' in value;
}

function isUploaded(value: unknown): value is { data: UploadedFile } {
  return typeof value === 'object' && value !== null && 'success' in value && value.success === true;
}

function typeOf(content: FileContent): string {
  return (content instanceof Blob && content.type) || 'application/octet-stream';
}
