import { router } from '../trpc.ts';
import { cancelProject } from './cancel.ts';
import { createProject } from './create.ts';
import { deleteProject } from './delete.ts';
import { getProject } from './get.ts';
import { listProjects } from './list.ts';
import { updateProject } from './update.ts';

export const projectsRouter = router({
  create: createProject,
  list: listProjects,
  get: getProject,
  update: updateProject,
  cancel: cancelProject,
  delete: deleteProject,
});
