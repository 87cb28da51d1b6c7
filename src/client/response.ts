import { ProvisoConnectionError, ProvisoRequestError } from './errors.ts';
import { isProblem } from './problem.ts';

/** What to throw for a response that is not a success. */
export async function refusalOf(response: Response): Promise<ProvisoRequestError | ProvisoConnectionError> {
  const body: unknown = await response.json().catch(() => null);
  if (isProblem(body)) return new ProvisoRequestError(body, secondsToWait(response));
  return notFromProviso(response);
}

/** What to throw for a response that only another program can have sent. */
export function notFromProviso({ status, url }: Response): ProvisoConnectionError {
  return new ProvisoConnectionError(`the response of ${url} with status ${status} is not from Proviso`);
}

/** The seconds in the header `Retry-After`; null if there are none. */
export function secondsToWait({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after'));
  return seconds > 0 ? seconds : null;
}
