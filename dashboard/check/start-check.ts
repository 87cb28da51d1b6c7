import type { Rule, Service } from '../service/service.ts';

/** The rules to check against: a saved rule set, or rules that are saved as a new rule set. */
export type ChosenRules = { ruleSetId: string } | { rules: Rule[] };

export type Check = {
  files: readonly File[];
  rules: ChosenRules;
  scope: 'together' | 'each';
  /** The project's name; by default the name of the first file and the number of further files. */
  name?: string;
  description?: string;
};

export type StartedCheck = { projectId: string; runId: string };

/**
 * Uploads the files and starts a run. `onStep` is called at each step with a text to show, such as "Starting the
 * check".
 */
export async function startCheck(
  service: Service,
  check: Check,
  onStep: (words: string) => void,
): Promise<StartedCheck> {
  const { files, rules, scope } = check;
  const name = check.name ?? nameOf(files);
  const uploaded: { type: FileType; name: string; url: string }[] = [];
  for (const [index, file] of files.entries()) {
    onStep(files.length === 1 ? `Uploading ${file.name}` : `Uploading ${index + 1} of ${files.length} files`);
    const { url } = await service.files.upload(file, file.name);
    uploaded.push({ type: typeOf(file), name: file.name, url });
  }
  onStep('Starting the check');
  const politicsId = 'ruleSetId' in rules ? rules.ruleSetId : await saveRules(service, rules.rules, name);
  const description = check.description ?? name;
  const { data: project } = await service.projects.create.mutate({
    ...{ name, description, politicsId, files: uploaded, scope },
  });
  await service.projects.update.mutate({ id: project._id, status: 'deploying' });
  const { data } = await service.projects.get.query({ id: project._id });
  return { projectId: project._id, runId: data.progress?.runId ?? '' };
}

async function saveRules(service: Service, rules: Rule[], name: string): Promise<string> {
  const { data } = await service.ruleSets.create.mutate({
    ...{ name: `Rules for ${name}`, description: `Pasted to check ${name}`, rules },
  });
  return data._id;
}

function nameOf(files: readonly File[]): string {
  const first = files[0]?.name.replace(/\.[a-z0-9]{1,5}$/i, '') || 'Documents';
  return files.length > 1 ? `${first} and ${files.length - 1} more` : first;
}

type FileType = 'document' | 'photo' | 'audio' | 'video';

/** The kind of file according to the browser. The service itself detects the type from the content. */
function typeOf({ type }: File): FileType {
  if (type.startsWith('image/')) return 'photo';
  if (type.startsWith('audio/')) return 'audio';
  return type.startsWith('video/') ? 'video' : 'document';
}
