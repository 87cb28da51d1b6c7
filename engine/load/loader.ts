import { BaseDocumentLoader } from '@langchain/core/document_loaders/base';
import { Document } from '@langchain/core/documents';
import type { Part } from './part.ts';
import { type FileEnding, FileReading, type FileTask } from './sandbox/read-file.ts';
import type { ReaderPool } from './sandbox/reader.ts';

/**
 * A LangChain loader of one file. Each document that it loads is a page, paragraph or block of lines, in order, and has
 * its `Part` as metadata.
 */
export abstract class PartLoader extends BaseDocumentLoader {
  /**
   * Yields each document as soon as it is read. After the last one, returns the properties of the file that are known
   * only then. Throws a `ReadFailure`.
   */
  abstract lazyLoad(): AsyncGenerator<Document<Part>, FileEnding>;

  /** All documents. Throws a `ReadFailure`. */
  override async load(): Promise<Document<Part>[]> {
    const documents: Document<Part>[] = [];
    for await (const document of this.lazyLoad()) documents.push(document);
    return documents;
  }
}

/** Loads one file of a known format in a process that can be killed. */
export class SandboxedLoader extends PartLoader {
  readonly #pool: ReaderPool;
  readonly #task: FileTask;
  readonly #signal: AbortSignal;

  constructor(pool: ReaderPool, task: FileTask, signal: AbortSignal) {
    super();
    this.#pool = pool;
    this.#task = task;
    this.#signal = signal;
  }

  override async *lazyLoad(): AsyncGenerator<Document<Part>, FileEnding> {
    const reading = new FileReading(this.#pool, this.#task).parts(this.#signal);
    try {
      for (let next = await reading.next(); ; next = await reading.next()) {
        if (next.done) return next.value;
        yield documentOf(next.value);
      }
    } finally {
      await reading.return({ countedAs: 'file', warnings: [], unread: [] });
    }
  }
}

/** The result of a loader. */
export type Loaded = { parts: Part[]; ending: FileEnding };

/** Runs a loader and collects what it reads. Throws a `ReadFailure`. */
export async function loadParts(
  loader: PartLoader,
  onPart: (part: Part) => void = () => {},
): Promise<Loaded> {
  const loading = loader.lazyLoad();
  const parts: Part[] = [];
  for (let next = await loading.next(); ; next = await loading.next()) {
    if (next.done) return { parts, ending: next.value };
    const part = next.value.metadata;
    parts.push(part);
    onPart(part);
  }
}

/**
 * The part as a LangChain document. The part is not copied, because a sheet can have hundreds of thousands of parts.
 */
export function documentOf(part: Part): Document<Part> {
  return new Document({ pageContent: part.text, metadata: part });
}
