import { AppError } from '../domain/errors.ts';
import { newObjectId } from '../domain/records/object-id.ts';
import type { Actor } from '../domain/records/owned.ts';
import type { Dependencies } from './dependencies.ts';

/** How long a stream counts as open, in ms, if its server does not extend its record. */
const countedMs = 60_000;
/** The interval, in ms, at which a server extends the records of its streams. */
const extendEveryMs = 20_000;

/** The event streams of users. */
export function streamService({
  store,
  limits,
  clock,
  log,
}: Pick<Dependencies, 'store' | 'limits' | 'clock' | 'log'>) {
  const server = newObjectId();
  let open = 0;
  let extending: NodeJS.Timeout | null = null;

  const until = () => new Date(clock.now().getTime() + countedMs);

  function extend(): void {
    store.openStreams
      .extend(server, until())
      .catch((error: unknown) =>
        log.warn({ error }, 'the leases of open event streams could not be renewed'),
      );
  }

  function leave(): void {
    open -= 1;
    if (open > 0 || extending === null) return;
    clearInterval(extending);
    extending = null;
  }

  function admit(has: number): void {
    if (has < limits.LIMIT_STREAMS) return;
    throw new AppError(
      'too_many_streams',
      `the account has ${has} open event streams, and at most ${limits.LIMIT_STREAMS} are allowed: close one first`,
    );
  }

  return {
    /**
     * Counts a stream of the user as open until the returned function is called. Throws `too_many_streams` if the user
     * has reached the limit for streams on all servers together, or if this server has reached its own limit.
     */
    async open({ userId }: Actor) {
      if (open >= limits.LIMIT_SERVER_STREAMS) {
        throw new AppError(
          'too_many_streams',
          `this server has ${open} open event streams, which is its limit: try again in a moment`,
        );
      }
      open += 1;
      extending ??= setInterval(extend, extendEveryMs).unref();
      const _id = newObjectId();
      try {
        await store.openStreams.open({ _id, userId, server }, until(), clock.now(), admit);
      } catch (error) {
        leave();
        throw error;
      }
      return async () => {
        leave();
        await store.openStreams.close(_id);
      };
    },
  };
}
