import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { failureOf } from './failure.ts';

/** How long what was read counts as fresh, in ms: moving between pages reads nothing twice. */
const freshMs = 5_000;
const mostRetries = 2;

/** The records that the pages of one person have read. */
export function createQueryClient(onSessionEnded: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (failureOf(error).code === 'unauthenticated') onSessionEnded();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        // The server's refusals do not change by asking again; a lost connection may return.
        retry: (count, error) => failureOf(error).code === 'unreachable' && count < mostRetries,
      },
    },
  });
}
