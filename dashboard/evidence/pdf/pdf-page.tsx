import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';
import { markOf, type Place } from '../places.ts';
import { boxesOn, Region } from '../region.tsx';

type PdfPageProps = {
  document: PDFDocumentProxy;
  number: number;
  width: number;
  /** The height of the page divided by its width, as assumed until the page is loaded. */
  ratio: number;
  place: Place;
  places: readonly Place[];
};

/** The maximum number of pixels of a rendered page: more pixels would take memory without a visible gain. */
const mostPixels = 16_000_000;

/** One page, rendered at the given width, with the quotes on the page marked. */
export function PdfPage({ document, number, width, ratio, place, places }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [drawn, setDrawn] = useState(false);
  const [hasWords, setHasWords] = useState(false);

  useEffect(() => {
    let isOver = false;
    document
      .getPage(number)
      .then((read) => {
        if (!isOver) setPage(read);
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [document, number]);

  const unscaled = page?.getViewport({ scale: 1 });
  const isBusy = !drawn || !(hasWords || page?.rotate);
  const height = unscaled === undefined ? width * ratio : (width * unscaled.height) / unscaled.width;

  useEffect(() => {
    if (page === null || canvas.current === null || width === 0) return;
    const shown = width / page.getViewport({ scale: 1 }).width;
    const { width: w, height: h } = page.getViewport({ scale: shown });
    const density = Math.min(window.devicePixelRatio, Math.sqrt(mostPixels / (w * h)));
    const viewport = page.getViewport({ scale: shown * density });
    canvas.current.width = Math.floor(viewport.width);
    canvas.current.height = Math.floor(viewport.height);
    const drawing = page.render({ canvas: canvas.current, viewport });
    drawing.promise.then(() => setDrawn(true)).catch(() => undefined);
    return () => drawing.cancel();
  }, [page, width]);

  // The words lie over the picture of the page, invisible, so that they can be selected and copied.
  useEffect(() => {
    const container = words.current;
    // The words of a turned page would lie elsewhere.
    if (page === null || container === null || width === 0 || page.rotate !== 0) return;
    const scale = width / page.getViewport({ scale: 1 }).width;
    container.style.setProperty('--total-scale-factor', String(scale));
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container,
      viewport: page.getViewport({ scale }),
    });
    let isOver = false;
    const show = () => void (isOver || setHasWords(true));
    layer.render().then(show, show);
    return () => {
      isOver = true;
      layer.cancel();
      container.replaceChildren();
      setHasWords(false);
    };
  }, [page, width]);

  // The document stays open after the page is left. What was kept in memory to draw the page is released.
  useEffect(() => () => void page?.cleanup(), [page]);

  return (
    <div className="pdf-page" data-page={number} aria-busy={isBusy} style={{ width, height }}>
      <canvas ref={canvas} role="img" aria-label={`Page ${number}`} />
      <div ref={words} className="pdf-words" />
      {places.map((one) =>
        boxesOn(one, number).map((box) => (
          <Region
            key={`${one.kind} ${one.citation.start} ${one.citation.end} ${box.x} ${box.y}`}
            box={box}
            kind={markOf(one, place)}
          />
        )),
      )}
    </div>
  );
}
