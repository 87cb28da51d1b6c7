/** A file to check. `name` includes the folders that the file was dropped with, such as `annexes/b.pdf`. */
export type ChosenFile = { kind: 'file'; file: File; name: string };

/** What a person wants to check: files, links, and pasted text. */
export type CheckInput =
  | ChosenFile
  | { kind: 'link'; url: string; name: string }
  | { kind: 'text'; content: string; name: string };

/** Files that operating systems put into folders on their own account; a person does not mean them. */
const systemFile = /(^|\/)(\.[^/]*|Thumbs\.db|desktop\.ini|__MACOSX(\/.*)?)$/i;

/** The files among those that were chosen, without hidden files and files of the system. */
export function chosenFiles(files: Iterable<File>): ChosenFile[] {
  return [...files]
    .map((file) => ({ kind: 'file' as const, file, name: file.webkitRelativePath || file.name }))
    .filter(({ name }) => !systemFile.test(name));
}

/** The files of a drop, including those in dropped folders and their folders. Call it in the event handler itself. */
export async function droppedFiles(transfer: DataTransfer): Promise<ChosenFile[]> {
  // The entries are read before the first wait, because the browser empties the transfer after the event.
  const entries = [...transfer.items].flatMap((item) =>
    item.kind === 'file' ? [{ entry: item.webkitGetAsEntry(), file: item.getAsFile() }] : [],
  );
  const found = await Promise.all(
    entries.map(({ entry, file }) => {
      if (entry !== null) return filesIn(entry);
      return file === null ? [] : [{ kind: 'file' as const, file, name: file.name }];
    }),
  );
  return found.flat().filter(({ name }) => !systemFile.test(name));
}

async function filesIn(entry: FileSystemEntry): Promise<ChosenFile[]> {
  const name = entry.fullPath.replace(/^\/+/, '');
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ kind: 'file', file, name }];
  }
  if (!isFolder(entry) || systemFile.test(name)) return [];
  const reader = entry.createReader();
  const files: ChosenFile[] = [];
  for (;;) {
    // A folder is read in parts, the last of which is empty.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) break;
    for (const inner of part) files.push(...(await filesIn(inner)));
  }
  return files.sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** Reads pasted text in which each line is a link. Names the first line that is not one. */
export function linksFrom(text: string): { links: CheckInput[] } | { problem: string } {
  const lines = text.split(/\s+/).filter(Boolean);
  const wrong = lines.find((line) => !/^https?:\/\//i.test(line) || !URL.canParse(line));
  if (wrong !== undefined) return { problem: `“${wrong}” is not a link: a link begins with https://.` };
  return { links: lines.map((url) => ({ kind: 'link', url, name: linkName(url) })) };
}

function linkName(link: string): string {
  const { hostname, pathname } = new URL(link);
  return `${hostname}${pathname === '/' ? '' : pathname}`.slice(0, 200);
}

/** Adds inputs to a list, except those that the list already has. */
export function withoutRepeats<Input extends CheckInput>(
  list: readonly Input[],
  more: readonly Input[],
): Input[] {
  const known = new Set(list.map(inputKey));
  return [...list, ...more.filter((input) => !known.has(inputKey(input)))];
}

/** Identifies an input in a list. */
export function inputKey(input: CheckInput): string {
  switch (input.kind) {
    case 'file':
      return `file ${input.name} ${input.file.size}`;
    case 'link':
      return `link ${input.url}`;
    case 'text':
      return `text ${input.name} ${input.content}`;
  }
}
