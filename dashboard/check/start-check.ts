import { failureOf } from '../service/failure.ts';
import type { Rule, Service } from '../service/service.ts';
import { type CheckInput, type ChosenFile, inputKey } from './inputs.ts';

/** The rules to check against: a saved rule set, or rules that are saved as a new rule set. */
export type ChosenRules = { ruleSetId: string } | { rules: Rule[] };

export type Check = {
  inputs: readonly CheckInput[];
  rules: ChosenRules;
  scope: 'together' | 'each';
  /** The project's name; by default the name of the first input and the number of further inputs. */
  name?: string;
  description?: string;
};

export type StartedCheck = { projectId: string; runId: string };

/** Files that the server did not accept, with the reason of each by its key. Nothing was started. */
export class FilesRefused extends Error {
  readonly reasons: ReadonlyMap<string, string>;

  constructor(reasons: ReadonlyMap<string, string>) {
    super(`${reasons.size} of the files cannot be checked. Remove them, or replace them with other files.`);
    this.reasons = reasons;
  }
}

/** The URLs of files that were uploaded before, so that a second start does not upload them again. */
const uploads = new WeakMap<File, string>();

/**
 * Uploads the files and starts a run. `onStep` is called at each step with a text to show, such as "Starting the
 * check". Throws `FilesRefused` with every file that the server does not accept.
 */
export async function startCheck(
  service: Service,
  check: Check,
  onStep: (words: string) => void,
): Promise<StartedCheck> {
  const { inputs, rules, scope } = check;
  const name = (check.name ?? nameOf(inputs)).slice(0, longestName);
  const files = await filesOf(service, inputs, onStep);
  onStep('Starting the check');
  const politicsId = 'ruleSetId' in rules ? rules.ruleSetId : await saveRules(service, rules.rules, name);
  const description = check.description ?? name;
  const { data: project } = await service.projects.create
    .mutate({ name, description, politicsId, files, scope })
    .catch((error: unknown) => {
      throw refusedInputs(error, inputs) ?? error;
    });
  await service.projects.update.mutate({ id: project._id, status: 'deploying' });
  const { data } = await service.projects.get.query({ id: project._id });
  return { projectId: project._id, runId: data.progress?.runId ?? '' };
}

/** Uploads inputs, and returns them as files of a project. Throws `FilesRefused` with every input that is not accepted. */
export async function filesOf(
  service: Service,
  inputs: readonly CheckInput[],
  onStep: (words: string) => void,
) {
  const files = [];
  const refused = new Map<string, string>();
  for (const [index, input] of inputs.entries()) {
    const { name } = input;
    if (input.kind === 'text') files.push({ type: 'text' as const, name, content: input.content });
    else if (input.kind === 'link') files.push({ type: 'url' as const, name, url: input.url });
    else {
      onStep(inputs.length === 1 ? `Uploading ${name}` : `Uploading ${index + 1} of ${inputs.length}`);
      try {
        files.push({ type: typeOf(input.file), name, url: await uploaded(service, input) });
      } catch (error) {
        const { code, text } = failureOf(error);
        if (code === 'unreachable' || code === 'unauthenticated') throw error;
        refused.set(inputKey(input), text);
      }
    }
  }
  if (refused.size > 0) throw new FilesRefused(refused);
  return files;
}

/**
 * The inputs that the server named as the cause of an error, such as links that it may not read; null if none. `inputs`
 * has an entry for each file that was sent: null for one that was there before.
 */
export function refusedInputs(error: unknown, inputs: readonly (CheckInput | null)[]): FilesRefused | null {
  const reasons = new Map<string, string>();
  for (const [path, why] of Object.entries(failureOf(error).fields)) {
    const input = inputs[Number(/^files\[(\d+)\]/.exec(path)?.[1] ?? Number.NaN)];
    if (input) reasons.set(inputKey(input), why);
  }
  return reasons.size > 0 ? new FilesRefused(reasons) : null;
}

async function uploaded(service: Service, { file, name }: ChosenFile): Promise<string> {
  const known = uploads.get(file);
  if (known !== undefined) return known;
  const { url } = await service.files.upload(file, name.split('/').at(-1) ?? name);
  uploads.set(file, url);
  return url;
}

/** The most characters that the service accepts in the name of a project or rule set; a file's name can have more. */
const longestName = 200;
/** The beginning of the description of a rule set that was pasted for one check. */
const pastedFor = 'Pasted to check ';

async function saveRules(service: Service, rules: Rule[], name: string): Promise<string> {
  const { data } = await service.ruleSets.create.mutate({
    ...{ name: `Rules for ${name}`.slice(0, longestName), description: `${pastedFor}${name}`, rules },
  });
  return data._id;
}

/** Deletes a rule set that was pasted for one check, if nobody has changed it and no other project uses it. */
export async function removePastedRules(service: Service, id: string): Promise<void> {
  try {
    const { data } = await service.ruleSets.get.query({ id });
    const isPasted = data.description.startsWith(pastedFor) && data.updatedAt === data.createdAt;
    if (isPasted) await service.ruleSets.delete.mutate({ id });
  } catch (error) {
    if (!['politics_in_use', 'politics_not_found'].includes(failureOf(error).code)) throw error;
  }
}

function nameOf(inputs: readonly CheckInput[]): string {
  const [first] = inputs;
  const folder = first?.kind === 'file' && first.name.includes('/') ? first.name.split('/')[0] : undefined;
  const isFolder =
    folder !== undefined &&
    inputs.length > 1 &&
    inputs.every(({ kind, name }) => kind === 'file' && name.startsWith(`${folder}/`));
  if (isFolder) return folder;
  const last = first?.kind === 'file' ? first.name.split('/').at(-1) : first?.name;
  const name = last?.replace(/\.[a-z0-9]{1,5}$/i, '') || 'Documents';
  return inputs.length > 1 ? `${name} and ${inputs.length - 1} more` : name;
}

type FileType = 'document' | 'photo' | 'audio' | 'video';

/** The kind of file according to the browser. The service itself detects the type from the content. */
function typeOf({ type }: File): FileType {
  if (type.startsWith('image/')) return 'photo';
  if (type.startsWith('audio/')) return 'audio';
  return type.startsWith('video/') ? 'video' : 'document';
}
