import type { Scope } from '../../engine/model/rule.ts';
import { AppError } from './errors.ts';
import type { Versioned } from './versioned.ts';

export type MediaFileType = 'video' | 'document' | 'url' | 'photo' | 'audio';

/** An input file as it is stored. `assetId` is set when the URL is one of our own asset store; it is never shown. */
export type ProjectFile = { name: string; type: MediaFileType; url: string; assetId?: string };

/** An input file as it is sent: text comes with its content and is stored as a document. */
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
  /** Who is told of results beside those of the politics; absent in records of earlier releases. */
  contactNotifications?: string[];
  /** Which prompts a model is asked with, such as `rule-check@2`; nothing: those of the service. Absent in earlier records. */
  promptVersions?: string;
  /** `together`: all files are parts of one matter; `each`: every file is checked on its own. */
  scope: Scope;
  status: ProjectStatus;
  /** The run of the last deploy; null before the first. */
  runId: string | null;
};

/** What a user can change of a project that is not being deployed. */
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

/** Throws `project_deploying` when the project's run has not ended: until then neither it nor its run may change. */
export function requireIdle(project: Project): void {
  if (project.status !== 'deploying') return;
  throw new AppError(
    'project_deploying',
    `project ${project._id} is being deployed: wait until it has ended, or cancel it first`,
  );
}
