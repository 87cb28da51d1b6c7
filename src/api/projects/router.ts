import { router } from '../trpc.ts';
import { cancelProject } from './cancel.ts';
import { createProject } from './create.ts';
import { deleteProject } from './delete.ts';
import { estimateProject } from './estimate.ts';
import { getProject } from './get.ts';
import { listProjects } from './list.ts';
import { projectsOverview } from './overview.ts';
import { updateProject } from './update.ts';

export const projectsRouter = router({
  create: createProject,
  list: listProjects,
  overview: projectsOverview,
  get: getProject,
  update: updateProject,
  estimate: estimateProject,
  cancel: cancelProject,
  delete: deleteProject,
});
