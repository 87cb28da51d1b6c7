import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useAction } from '../parts/controls/use-action.ts';
import { usePage } from '../parts/page/page-context.ts';

/** Opens the last run of a project. Returns false if the project has none. */
export function useOpenRun(projectId: string): () => Promise<boolean> {
  const { service } = usePage();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['projects'] });
    const { data } = await service.projects.get.query({ id: projectId });
    const runId = data.progress?.runId;
    if (runId !== undefined)
      await navigate({ to: '/projects/$projectId/runs/$runId', params: { projectId, runId } });
    return runId !== undefined;
  };
}

/** The action that checks a project again as it is, and opens the run. */
export function useStart(projectId: string) {
  const { service } = usePage();
  const openRun = useOpenRun(projectId);
  return useAction(async () => {
    await service.projects.update.mutate({ id: projectId, status: 'deploying' });
    await openRun();
  });
}
