import { readableText } from '../../chunk/readable-text.ts';
import { isStruck, locatorAt } from '../../cite/locator-at.ts';
import { estimateTokens } from '../../llm/token-estimate.ts';
import type { Passage } from '../../model/passage.ts';
import { hiddenFrom, type Source, type Span } from '../../model/source.ts';
import { placeWords } from '../../model/wording/place-words.ts';
import { datamark, visible } from './datamark.ts';
import { isInstructionLike } from './instruction-like.ts';

/**
 * How sentences are numbered for a model: not at all, or before each sentence, headings included, or on both sides of
 * each sentence, while headings are only in the headers.
 */
export type Numbering = 'none' | 'before' | 'around';

/**
 * A sentence as the model sees it, without hidden characters. `number` counts the sentences of the subject from 1.
 * `heading` is the heading directly above the sentence if the header of the passage shows it instead of a sentence.
 */
export type ShownSentence = { number: number; text: string; span: Span; heading?: Span };

/**
 * A passage as the model sees it. `id` is the passage's number within the subject, so it does not depend on the files
 * of other subjects.
 */
export type ShownPassage = {
  id: string;
  passage: Passage;
  /**
   * The lines above the text of the passage: role, file, location and heading, and a note if readers of the file do not
   * see the words.
   */
  header: string;
  sentences: ShownSentence[];
  /** Estimated tokens, header and markers included. */
  tokens: number;
};

/** Passages as the prompt contains them. */
export type ShownDocuments = {
  mark: string;
  text: string;
  ids: ReadonlyMap<string, ShownPassage>;
  /** The sentence with each number, and its passage. */
  numbers: ReadonlyMap<number, { passage: Passage; sentence: ShownSentence }>;
  tokens: number;
};

/**
 * A passage as the model sees it. `number` is the passage's number within the subject, and `firstSentence` that of its
 * first sentence. `fileNumber` replaces a file name that is empty or reads like an instruction.
 */
export function shownPassage(
  passage: Passage,
  {
    number,
    firstSentence,
    fileNumber,
    numbering,
  }: { number: number; firstSentence: number; fileNumber: number; numbering: Numbering },
): ShownPassage {
  const { source } = passage;
  const above = visible(passage.headingPath.at(-1) ?? '');
  const all = sentencesOf(passage, firstSentence);
  const sentences = numbering === 'around' ? withoutHeading(all, above) : all;
  const place = placeWords(locatorAt(source.content, passage));
  const heading = above.slice(0, longestHeading);
  const hiddenNote = passage.end > hiddenFrom(source.content) ? hiddenWords(passage) : '';
  const header = [source.role, fileWords(source, fileNumber), place, heading, hiddenNote]
    .filter((part) => part !== '')
    .join(' | ');
  const tokens =
    estimateTokens(header) +
    sentences.reduce((sum, { text }) => sum + estimateTokens(text) + markTokens[numbering], markTokens.none);
  return { id: `P${String(number).padStart(3, '0')}`, passage, header, sentences, tokens };
}

/** Whether a passage reads like an instruction to its reader, in its words or in the heading above it. */
export function isSuspicious(passage: Passage): boolean {
  const known = suspicions.get(passage);
  if (known !== undefined) return known;
  const text = readableText(passage.source.content, passage);
  const found = isInstructionLike(text) || isInstructionLike(passage.headingPath.at(-1) ?? '');
  suspicions.set(passage, found);
  return found;
}

const suspicions = new WeakMap<Passage, boolean>();

/**
 * The documents of a prompt. The text depends only on the passages and the secret: the same passages yield the same
 * text.
 */
export function showDocuments(
  passages: readonly ShownPassage[],
  { secret, numbering }: { secret: string; numbering: Numbering },
): ShownDocuments {
  const hashes = passages.map(({ passage }) => passage.source.sha256);
  const mark = datamark(
    secret,
    hashes,
    passages.flatMap(({ sentences, header }) => [header, ...sentences.map(({ text }) => text)]),
  );
  const line = ({ number, text }: ShownSentence) => {
    if (numbering === 'none') return `~${mark}~ ${text}`;
    return `~${mark} ${number}~ ${text}${numbering === 'around' ? `\n~${number}~` : ''}`;
  };
  const text = passages
    .map(({ id, header, sentences }) => [`=${mark}= ${id} | ${header}`, ...sentences.map(line)].join('\n'))
    .join('\n');
  return {
    mark,
    text: text === '' ? `=${mark}= There are no passages.` : text,
    ids: new Map(passages.map((shown) => [shown.id, shown])),
    numbers: new Map(
      passages.flatMap(({ passage, sentences }) =>
        sentences.map((sentence) => [sentence.number, { passage, sentence }] as const),
      ),
    ),
    tokens: passages.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

/**
 * The note in the header of a passage with hidden words. The model can quote these words, but findings based on them
 * are never CONFIRMED.
 */
function hiddenWords({ source, start, end }: Passage): string {
  return isStruck(source.content, { start, end })
    ? 'struck out: not part of the text any more'
    : 'hidden from readers of the file';
}

/** Estimated tokens of the marks of a sentence. */
const markTokens = { none: 5, before: 5, around: 9 };
const longestHeading = 80;
const longestName = 80;

/** Matches what has no word: the marks of a heading, a rule or the frame of a table in Markdown and plain text. */
const onlyMarks = /^[#*_=~|:.+\s-]*$/;

function sentencesOf({ source, sentences, start, end }: Passage, firstSentence: number): ShownSentence[] {
  const spans = sentences.length > 0 ? sentences : [{ start, end }];
  return spans
    .map((span) => ({ span, text: visible(readableText(source.content, span)) }))
    .filter(({ text }) => !onlyMarks.test(text))
    .map((shown, at) => ({ ...shown, number: firstSentence + at }));
}

/** The sentences without the heading, which the header shows whole, unless the passage has nothing else. */
function withoutHeading(sentences: readonly ShownSentence[], above: string): ShownSentence[] {
  const [heading, ...others] = sentences;
  if (heading?.text !== above || above.length > longestHeading) return [...sentences];
  if (others.length === 0) return [heading];
  return others.map((one, at) => ({
    ...{ ...one, number: one.number - 1 },
    ...(at === 0 && { heading: heading.span }),
  }));
}

/** The sentences of a passage as a model sees them, without their numbers. */
export function shownSentences(passage: Passage): string[] {
  return sentencesOf(passage, 1).map(({ text }) => text);
}

function fileWords({ name }: Source, number: number): string {
  const shown = visible(name).replaceAll('|', ' ').slice(0, longestName);
  return shown === '' || isInstructionLike(shown.replace(/[_\-.]+/g, ' ')) ? `file ${number}` : shown;
}
