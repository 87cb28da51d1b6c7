import { BaseDocumentLoader } from '@langchain/core/document_loaders/base';
import { Document } from '@langchain/core/documents';
import type { DocumentFormat } from './formats.ts';
import type { Part } from './part.ts';
import { type FileEnding, FileReading, type FileTask } from './sandbox/read-file.ts';
import type { ReaderPool } from './sandbox/reader.ts';

/** A LangChain loader that streams: `parts` yields pages or paragraphs as they are read, `load` collects them. */
export abstract class PartLoader extends BaseDocumentLoader {
  /** All parts in order. Throws `ReadFailure`. */
  abstract parts(): AsyncGenerator<Part, unknown>;

  /** One document for each part, with its locator, its reading method and whether it is hidden as metadata. */
  override async load(): Promise<Document[]> {
    const documents: Document[] = [];
    for await (const { text, locator, method, confidence, hidden } of this.parts()) {
      const metadata = {
        locator,
        method,
        ...(confidence !== undefined && { confidence }),
        ...(hidden && { hidden: true }),
      };
      documents.push(new Document({ pageContent: text, metadata }));
    }
    return documents;
  }
}

/** Loads one file of a known format in a process that can be killed. */
export class SandboxedLoader extends PartLoader {
  readonly format: DocumentFormat;
  readonly #pool: ReaderPool;
  readonly #task: FileTask;
  readonly #signal: AbortSignal;

  constructor(pool: ReaderPool, task: FileTask, signal: AbortSignal) {
    super();
    this.format = task.format;
    this.#pool = pool;
    this.#task = task;
    this.#signal = signal;
  }

  override parts(): AsyncGenerator<Part, FileEnding> {
    return new FileReading(this.#pool, this.#task).parts(this.#signal);
  }
}
