import type { Admit } from '../../domain/records/quota.ts';
import type { Workspace } from '../../domain/workspaces/workspace.ts';
import type { Change } from './records.ts';

/** Stores workspaces, each with its members and invitations as one record. */
export interface WorkspaceStore {
  /**
   * Adds a workspace. Returns false and changes nothing if a workspace with this id exists. `admit` gets the number of
   * workspaces that the creator has created, not counting the creator's own; if `admit` throws, nothing is added.
   */
  insert(workspace: Workspace, admit?: Admit): Promise<boolean>;
  get(id: string): Promise<Workspace | null>;
  /** The workspaces of which the person is a member, oldest first. */
  ofMember(userId: string): Promise<Workspace[]>;
  /** Changes a workspace, like `OwnedRecords.update`. Returns null if the workspace does not exist. */
  update(id: string, change: Change<Workspace>): Promise<Workspace | null>;
  /**
   * Deletes a workspace, whose records stay. Returns false and deletes nothing if it does not exist or, if a version is
   * given, has a different one.
   */
  delete(id: string, version?: number): Promise<boolean>;
}
