import { createContext, useContext } from 'react';
import type { Workspace } from '../../service/service.ts';

/** The workspace that the page shows, and all workspaces of the person. */
export type Workspaces = { current: Workspace; all: readonly Workspace[] };

export const workspaceContext = createContext<Workspaces | null>(null);

export function useWorkspaces(): Workspaces {
  const workspaces = useContext(workspaceContext);
  if (workspaces === null) throw new Error('this component needs a person who is signed in');
  return workspaces;
}

/** Whether the person may do this in the workspace that the page shows. The service checks every request itself. */
export function useMay(right: Workspace['rights'][number]): boolean {
  return useWorkspaces().current.rights.includes(right);
}
