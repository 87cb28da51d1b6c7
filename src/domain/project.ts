import type { Scope } from '../../engine/model/rule.ts';
import { AppError } from './errors.ts';
import type { Versioned } from './records/versioned.ts';

export type MediaFileType = 'video' | 'document' | 'url' | 'photo' | 'audio';

/** An input file as it is stored. `assetId` is set if the URL is of our own asset store; responses never show it. */
export type ProjectFile = { name: string; type: MediaFileType; url: string; assetId?: string };

/** An input file as a request contains it: text comes with its content and is stored as a document. */
export type NewProjectFile =
  | { name: string; type: MediaFileType; url: string }
  | { name: string; type: 'text'; content: string };

export type ProjectStatus = 'draft' | 'deploying' | 'completed' | 'failed' | 'canceled';

/** A politics applied to input files. */
export type Project = Versioned & {
  name: string;
  description: string;
  politicsId: string;
  files: ProjectFile[];
  /** Recipients of results besides those of the politics; absent in records of earlier releases. */
  contactNotifications?: string[];
  /**
   * Versions of prompts for the model, such as `rule-check@2`; empty: those that the service selects. Absent in
   * earlier records.
   */
  promptVersions?: string;
  /** `together`: all files are checked together as one subject; `each`: every file is checked on its own. */
  scope: Scope;
  status: ProjectStatus;
  /** The run of the last check; null before the first. */
  runId: string | null;
};

/** What a user can change while no run is active. */
export type ProjectPatch = {
  name?: string;
  description?: string;
  politicsId?: string;
  files?: NewProjectFile[];
  contactNotifications?: string[];
  scope?: Scope;
  promptVersions?: string;
  status?: string;
};

/** Throws `project_deploying` if the project's run has not ended: until then neither it nor its run may change. */
export function requireIdle(project: Project): void {
  if (project.status !== 'deploying') return;
  throw new AppError(
    'project_deploying',
    `project ${project._id} is being checked: wait until its run has ended, or cancel it first`,
  );
}
