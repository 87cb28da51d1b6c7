import type { DocumentLoader } from '@langchain/core/document_loaders/base';
import type { Document } from '@langchain/core/documents';
import { z } from 'zod';
import { ReadFailure } from '../model/errors.ts';
import { type Locator, locatorSchema } from '../model/locator.ts';
import type { CountedAs } from '../model/source.ts';
import type { CustomFileType } from '../ports.ts';
import { untilAborted } from '../runtime/until-aborted.ts';
import { documentOf, PartLoader } from './loader.ts';
import { type Part, textPart } from './part.ts';
import type { FileEnding } from './sandbox/read-file.ts';
import { ReadingBudget } from './sandbox/reading-budget.ts';

type Limits = { signal: AbortSignal; fileMs: number; characters: number };

/**
 * The location of a document in its metadata: a Proviso locator, or the page number that LangChain's PDF loaders set.
 */
const placeSchema = z.union([
  z.looseObject({ locator: locatorSchema }).transform(({ locator }) => locator),
  z
    .looseObject({ loc: z.looseObject({ pageNumber: z.int().min(1) }) })
    .transform(({ loc }): Locator => ({ kind: 'page', page: loc.pageNumber })),
]);

/** The first of `types` that has an extension at the end of the file name; undefined if there is none. */
export function customTypeOf(name: string, types: readonly CustomFileType[]): CustomFileType | undefined {
  const lower = name.toLowerCase();
  return types.find(({ extensions }) => extensions.some((ending) => lower.endsWith(ending)));
}

/**
 * Reads a file with a LangChain loader that the caller provides. A document without a locator or page number is cited
 * as a paragraph.
 */
export class CustomLoader extends PartLoader {
  readonly #loader: DocumentLoader;
  readonly #limits: Limits;

  constructor(loader: DocumentLoader, limits: Limits) {
    super();
    this.#loader = loader;
    this.#limits = limits;
  }

  override async *lazyLoad(): AsyncGenerator<Document<Part>, FileEnding> {
    const { characters } = this.#limits;
    const budget = new ReadingBudget(characters);
    const kinds = new Set<Locator['kind']>();
    let paragraph = 0;
    for (const document of await this.#documents()) {
      if (document.pageContent.trim() === '') continue;
      paragraph += 1;
      const part = partFrom(document, paragraph);
      kinds.add(part.locator.kind);
      budget.takePart(part);
      yield documentOf(part);
    }
    return { countedAs: countedAs(kinds), warnings: [], unread: [] };
  }

  async #documents(): Promise<Document[]> {
    const { signal, fileMs } = this.#limits;
    const timeout = AbortSignal.timeout(fileMs);
    try {
      return await untilAborted(this.#loader.load(), AbortSignal.any([signal, timeout]));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ReadFailure) throw error;
      if (timeout.aborted)
        throw new ReadFailure(
          'timed_out',
          `Loading it took longer than the ${fileMs / 1000} s that one file may take. Split the file.`,
        );
      const reason = error instanceof Error ? error.message : String(error);
      throw new ReadFailure('parser_crashed', `Its loader failed (${reason.slice(0, 200)}).`, {
        cause: error,
      });
    }
  }
}

function partFrom({ pageContent, metadata }: Document, paragraph: number): Part {
  const locator = placeSchema.safeParse(metadata).data ?? { kind: 'section' as const, paragraph };
  const text = pageContent.endsWith('\n') ? pageContent : `${pageContent}\n`;
  const heading = locator.kind === 'section' ? locator.heading : undefined;
  const isHeaded = heading !== undefined && text.startsWith(`${heading}\n`);
  return textPart(locator, text, {
    headings: isHeaded ? [{ start: 0, end: heading.length, level: 1 }] : [],
  });
}

function countedAs(kinds: ReadonlySet<Locator['kind']>): CountedAs {
  if (kinds.size !== 1) return 'file';
  if (kinds.has('page')) return 'pages';
  if (kinds.has('section')) return 'sections';
  if (kinds.has('slide')) return 'slides';
  return kinds.has('time') ? 'minutes' : 'file';
}
