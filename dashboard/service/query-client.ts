import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { failureOf } from './failure.ts';

/** How long a result counts as fresh, in ms, so that moving between pages does not fetch it again. */
const freshMs = 5_000;
const mostRetries = 2;

/** Creates the cache of the records that the pages of one person have fetched. */
export function createQueryClient(onSessionEnded: () => void, onWorkspaceGone: () => void): QueryClient {
  const onError = (error: unknown) => {
    const { code } = failureOf(error);
    if (code === 'unauthenticated') onSessionEnded();
    if (code === 'workspace_not_found') onWorkspaceGone();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        // An error that the server returned would be the same after a retry; a lost connection may come back.
        retry: (count, error) => failureOf(error).code === 'unreachable' && count < mostRetries,
      },
    },
  });
}
