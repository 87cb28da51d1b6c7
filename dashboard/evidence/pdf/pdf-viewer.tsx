import { useVirtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Problem } from '../../parts/notice.tsx';
import type { Place } from '../places.ts';
import { boxesOn } from '../region.tsx';
import { openPdf } from './pdf-document.ts';
import { PdfPage } from './pdf-page.tsx';

type PdfViewerProps = {
  file: string;
  place: Place;
  places: readonly Place[];
  /** Says whose pages these are, if they are not those of the file itself. */
  note?: string;
  /** Called if the PDF cannot be opened. By default, the viewer says so. */
  onFailure?: () => void;
};

/** `ratio` is the height of a page divided by its width, and `points` its width: estimates for pages not loaded yet. */
type Opened = { document: PDFDocumentProxy; ratio: number; points: number };

/** A PDF inside the dashboard, scrolled to the cited page, with the quote marked. */
export default function PdfViewer({ file, place, places, note, onFailure }: PdfViewerProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [failed, setFailed] = useState(false);
  const first = useRef(pageOf(place));
  const fail = useEffectEvent(() => {
    if (onFailure === undefined) setFailed(true);
    else onFailure();
  });

  useEffect(() => {
    const { ready, close } = openPdf(file);
    let isClosed = false;
    ready
      .then(async (document) => {
        const page = await document.getPage(Math.min(first.current, document.numPages));
        const { width, height } = page.getViewport({ scale: 1 });
        if (!isClosed) setOpened({ document, ratio: height / width, points: width });
      })
      .catch(() => {
        if (!isClosed) fail();
      });
    return () => {
      isClosed = true;
      close();
    };
  }, [file]);

  if (failed) {
    return (
      <Problem>The document cannot be shown here. Its run may have expired; open the file instead.</Problem>
    );
  }
  if (opened === null) return <p className="soft">Loading the document…</p>;
  return <Pages {...opened} place={place} places={places} note={note} />;
}

const zooms = [1, 1.25, 1.5, 2, 3];
/**
 * How wide a page is shown at first, in pixels for each of its points: at best so that text of 10 points can be read with
 * ease, and less, as far as it can be read at all, if the lines of the quote are then whole in view.
 */
const [readable, leastReadable] = [1.25, 0.8];
/** The zoom that the user chose last. It is kept for other findings and documents. */
let chosenZoom: number | null = null;
/** The space between two pages, in pixels. */
const gap = 12;
/**
 * The height of the bar above the pages, in pixels. The bar stays in view. People who use a keyboard can scroll the box
 * when a button of the bar has the focus.
 */
const barHeight = 40;

type PagesProps = Opened & {
  place: Place;
  places: readonly Place[];
  note: string | undefined;
};

/** The pages of a document. Only the pages in view are rendered. */
function Pages({ document, ratio, points, place, places, note }: PagesProps) {
  const box = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(chosenZoom);
  const inner = useWidth(box);
  const page = pageOf(place);
  const boxes = boxesOn(place, page);
  const top = Math.min(...boxes.map(({ y }) => y), 1);
  const sides = boxes.length === 0 ? [0] : boxes.flatMap(({ x, width: wide }) => [x, x + wide]);
  const [left, right] = [Math.min(...sides), Math.max(...sides)];
  const wholeQuote = (inner - 2 * gap) / ((right - left) * points);
  const scale = Math.max(leastReadable, Math.min(readable, wholeQuote));
  const zoom = chosen ?? Math.min(3, Math.max(1, (points * scale) / Math.max(inner, 1)));
  const width = inner * zoom;
  const height = Math.ceil(width * ratio);
  const pages = useVirtualizer({
    count: document.numPages,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    gap,
    scrollMargin: barHeight,
    scrollPaddingStart: barHeight,
    overscan: 1,
    enabled: width > 0,
  });

  useLayoutEffect(() => {
    if (height > 0) pages.measure();
  }, [pages, height]);

  useEffect(() => {
    if (height === 0) return;
    // After a change of the zoom, the scrolling box gets its new height only at the next layout. Before that layout,
    // the box cannot scroll to the last pages.
    const frame = requestAnimationFrame(() => {
      const [start = 0] = pages.getOffsetForIndex(page - 1, 'start') ?? [];
      const inPage = top < 1 ? top * height - (box.current?.clientHeight ?? 0) / 3 : 0;
      pages.scrollToOffset(Math.max(0, start + inPage));
      // From the left edge of the page if the quote is then in view; a line that is wider than the box, from its first word.
      box.current?.scrollTo({ left: Math.min(right * width + gap - inner, left * width - gap) });
    });
    return () => cancelAnimationFrame(frame);
  }, [pages, page, top, left, right, height, width, inner]);

  function setZoom(next: number) {
    chosenZoom = next;
    setChosen(next);
  }

  return (
    <div ref={box} className="pdf">
      <div className="pdf-bar soft" style={{ height: barHeight }}>
        <span>
          Page {page} of {document.numPages}
          {note === undefined ? '' : `, ${note}`}
          {boxes.length === 0 ? ': the position of the words on the page is not known' : ''}
        </span>
        <ZoomButton words="Zoom out" sign="−" to={zooms.findLast((one) => one < zoom)} onZoom={setZoom} />
        <ZoomButton words="Zoom in" sign="+" to={zooms.find((one) => one > zoom)} onZoom={setZoom} />
      </div>
      <div className="pdf-pages" style={{ height: pages.getTotalSize(), width: width || undefined }}>
        {pages.getVirtualItems().map(({ index, key, start }) => (
          <div
            key={key}
            ref={pages.measureElement}
            data-index={index}
            className="pdf-slot"
            style={{ transform: `translateY(${start - barHeight}px)` }}
          >
            <PdfPage
              document={document}
              number={index + 1}
              width={width}
              ratio={ratio}
              place={place}
              places={places}
            />
          </div>
        ))}
      </div>
    </div>
  );
}

type ZoomButtonProps = {
  words: string;
  sign: string;
  to: number | undefined;
  onZoom: (zoom: number) => void;
};

function ZoomButton({ words, sign, to, onZoom }: ZoomButtonProps) {
  return (
    <button
      type="button"
      className="button button-quiet"
      aria-label={words}
      aria-disabled={to === undefined || undefined}
      onClick={() => to !== undefined && onZoom(to)}
    >
      {sign}
    </button>
  );
}

/** The number of the page that a quote is on, from 1. */
function pageOf({ citation: { locator, boxes } }: Place): number {
  const page = boxes?.[0]?.page;
  if (page !== undefined) return page;
  return locator.kind === 'page' || locator.kind === 'region' ? (locator.page ?? 1) : 1;
}

/** The current inner width of an element, in pixels; 0 before the element is shown. */
function useWidth(box: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
