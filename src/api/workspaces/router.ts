import { router } from '../trpc.ts';
import { getWorkspaceBudget, setWorkspaceBudget } from './budget.ts';
import {
  acceptInvitation,
  inviteMember,
  listInvitations,
  offeredByInvitation,
  withdrawInvitation,
} from './invitations.ts';
import { leaveWorkspace, listMembers, removeMember, setMemberRole } from './members.ts';
import { createWorkspace, deleteWorkspace, listWorkspaces, renameWorkspace } from './workspaces.ts';

export const workspacesRouter = router({
  list: listWorkspaces,
  create: createWorkspace,
  rename: renameWorkspace,
  delete: deleteWorkspace,
  budget: getWorkspaceBudget,
  setBudget: setWorkspaceBudget,
  members: listMembers,
  setRole: setMemberRole,
  removeMember,
  leave: leaveWorkspace,
  invitations: listInvitations,
  invite: inviteMember,
  withdrawInvitation,
  offer: offeredByInvitation,
  accept: acceptInvitation,
});
