import { Fragment, type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { clockWords } from '../../../src/domain/place-words.ts';
import { Button } from '../../parts/controls/button.tsx';
import { listOf, type Place } from '../places.ts';
import { type Block, blocksOf } from './blocks.ts';
import type { LoadedText } from './cited-text.ts';
import { MarkedText } from './marked-text.tsx';
import { type Mark, marksIn } from './marks.ts';
import { QuoteBar } from './quote-bar.tsx';

type TextViewerProps = {
  text: LoadedText;
  place: Place;
  places: readonly Place[];
  /** Plays the recording from a time, in ms; absent if the source is not a recording. */
  onPlay?: ((startMs: number) => void) | undefined;
};

/** The text of a document with its paragraphs and headings, scrolled to the quote, with the quotes marked. */
export function TextViewer({ text, place, places, onPlay }: TextViewerProps) {
  const { part, onEarlier, onLater, isLoading } = text;
  const box = useRef<HTMLElement>(null);
  const blocks = useMemo(() => blocksOf(part), [part]);
  const marks = useMemo(() => marksIn(part, places, place), [part, places, place]);
  useScrollToMark(box, place);
  useSteadyScroll(box, part.start);
  return (
    <section ref={box} className="reading" aria-label="The text of the file">
      <QuoteBar onBack={() => scrollToMark(box.current)} />
      {onEarlier === null ? null : (
        <Button kind="quiet" busy={isLoading} onClick={onEarlier}>
          Show the text before
        </Button>
      )}
      {blocks.map((block, index) => (
        <Fragment key={block.start}>
          {block.place !== '' && block.place !== blocks[index - 1]?.place ? (
            <p className="reading-place">{block.place}</p>
          ) : null}
          <TextBlock
            block={block}
            text={part.text.slice(block.start - part.start, block.end - part.start)}
            marks={marks}
            onPlay={onPlay}
          />
        </Fragment>
      ))}
      {onLater === null ? null : (
        <Button kind="quiet" busy={isLoading} onClick={onLater}>
          Show the text after
        </Button>
      )}
    </section>
  );
}

type TextBlockProps = {
  block: Block;
  text: string;
  marks: readonly Mark[];
  onPlay: TextViewerProps['onPlay'];
};

/** The elements of the headings of a document, which are below the headings of the page. */
const headings = ['h4', 'h5'] as const;

function TextBlock({ block, text, marks, onPlay }: TextBlockProps) {
  const { start, level, startMs, isBoilerplate } = block;
  const words = <MarkedText text={text.trimEnd()} start={start} marks={marks} />;
  if (startMs !== null) return <SpokenLine startMs={startMs} words={words} onPlay={onPlay} />;
  if (level > 0) {
    const Heading = headings[level - 1] ?? 'h6';
    return <Heading className="reading-heading">{words}</Heading>;
  }
  return <p className={isBoilerplate ? 'reading-boilerplate' : undefined}>{words}</p>;
}

type SpokenLineProps = { startMs: number; words: ReactNode; onPlay: TextViewerProps['onPlay'] };

/** A line of a transcript; a click plays the recording from there. */
function SpokenLine({ startMs, words, onPlay }: SpokenLineProps) {
  if (onPlay === undefined) {
    return (
      <p className="spoken">
        <span className="spoken-time">{clockWords(startMs)}</span> <span>{words}</span>
      </p>
    );
  }
  return (
    <button type="button" className="spoken" onClick={() => onPlay(startMs)}>
      <span className="spoken-time">{clockWords(startMs)}</span> <span>{words}</span>
    </button>
  );
}

/** Scrolls to the selected quote when another quote is selected. */
function useScrollToMark(box: RefObject<HTMLElement | null>, place: Place): void {
  const { findingId, index } = place;
  const name = `${findingId} ${listOf(place)} ${index}`;
  useLayoutEffect(() => {
    if (name !== '') scrollToMark(box.current);
  }, [box, name]);
}

/** Scrolls the box, but not the page, so that the selected quote is in its upper third. */
function scrollToMark(box: HTMLElement | null): void {
  const mark = box?.querySelector('[data-mark~="chosen"]');
  if (!box || !mark) return;
  const below = mark.getBoundingClientRect().top - box.getBoundingClientRect().top;
  box.scrollTop += below - box.clientHeight / 3;
}

/** Keeps the words in view where they are when text is added before them. `start` is the offset of the first text. */
function useSteadyScroll(box: RefObject<HTMLElement | null>, start: number): void {
  const before = useRef({ start, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const { start: first, height } = before.current;
    if (start < first) element.scrollTop += element.scrollHeight - height;
    before.current = { start, height: element.scrollHeight };
  });
}
