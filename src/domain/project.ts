import type { Scope } from '../../engine/model/rule.ts';
import type { NamedFile } from '../../engine/model/source.ts';
import { AppError } from './errors.ts';
import type { Metadata } from './records/metadata.ts';
import type { Created } from './records/versioned.ts';
import type { Watch, WatchSettings } from './watch.ts';

export type MediaFileType = 'video' | 'document' | 'url' | 'photo' | 'audio';

/**
 * An input file as it is stored. `assetId` is set if the URL refers to an uploaded file, and `seen` identifies the content
 * of the file of a watched folder of which it is a copy; responses contain neither.
 */
export type ProjectFile = NamedFile & {
  type: MediaFileType;
  url: string;
  assetId?: string;
  seen?: string;
};

/** An input file in a request. A text is sent with its content, and is stored as a document. */
export type NewProjectFile = NamedFile &
  ({ type: MediaFileType; url: string; seen?: string } | { type: 'text'; content: string });

export type ProjectStatus = 'draft' | 'deploying' | 'completed' | 'failed' | 'canceled';

/** A rule set and the input files to check against it. */
export type Project = Created & {
  name: string;
  description: string;
  politicsId: string;
  files: ProjectFile[];
  /** Recipients of results in addition to those of the rule set; absent in records of earlier releases. */
  contactNotifications?: string[];
  /** Absent in records of earlier releases. */
  metadata?: Metadata;
  /**
   * The prompt versions to use, such as `rule-check@2`. If empty, the service selects them. Absent in records of
   * earlier releases.
   */
  promptVersions?: string;
  /** `together`: all files are checked together as one subject; `each`: every file is checked on its own. */
  scope: Scope;
  /** The folder from which the files are taken; null or absent if they are not. */
  watch?: Watch | null;
  status: ProjectStatus;
  /** The run of the last check; null if the project was never checked. */
  runId: string | null;
};

/** What a user sets of a project. */
export type NewProject = Pick<Project, 'name' | 'description' | 'politicsId'> &
  Partial<Pick<Project, 'contactNotifications' | 'metadata' | 'scope' | 'promptVersions'>> & {
    files?: NewProjectFile[];
    watch?: WatchSettings | null;
  };

/** The fields that a user can change while no run is active. */
export type ProjectPatch = Partial<NewProject> & { status?: string };

/**
 * Throws `project_deploying` if the project's run has not ended: until then, the project cannot be changed or deleted.
 */
export function requireIdle(project: Project): void {
  if (project.status !== 'deploying') return;
  throw new AppError(
    'project_deploying',
    `project ${project._id} is being checked: wait until its run has ended, or cancel it first`,
  );
}
