import { lazy, Suspense } from 'react';
import { placeWords } from '../../src/domain/place-words.ts';
import type { Citation } from '../service/service.ts';
import { ownFile } from './own-file.ts';
import type { Place } from './places.ts';
import { Region } from './region.tsx';

const PdfViewer = lazy(() => import('./pdf-viewer.tsx'));

/** Media types of pictures that cannot contain scripts, unlike SVG. */
const pictures = /^image\/(png|jpeg|gif|webp|avif)$/;

/**
 * The part of the document that contains the selected quote: for a PDF the page, with the quote marked; otherwise the
 * text that the service read.
 */
export function Evidence({ place, places }: { place: Place; places: readonly Place[] }) {
  const { citation } = place;
  const { source, locator } = citation;
  const file = ownFile(source.url);
  const hasPages = locator.kind === 'page' || (locator.kind === 'region' && locator.page !== undefined);
  const ofSource = places.filter((one) => isSameSource(one.citation, citation));
  return (
    <section className="evidence" aria-label="Evidence">
      <p className="evidence-head">
        <span>
          <b>{source.name}</b>, {placeWords(locator)}
        </span>
        <SourceLink citation={citation} isStored={file !== null} />
      </p>
      {file !== null && source.mediaType === 'application/pdf' && hasPages ? (
        <Suspense fallback={<p className="soft">Loading the document…</p>}>
          <PdfViewer key={file} file={file} place={place} places={ofSource} />
        </Suspense>
      ) : (
        <WordsAsRead citation={citation} file={file} />
      )}
    </section>
  );
}

function isSameSource({ source: one }: Citation, { source: other }: Citation): boolean {
  return one.role === other.role && one.fileIndex === other.fileIndex;
}

function SourceLink({ citation: { link }, isStored }: { citation: Citation; isStored: boolean }) {
  if (!/^https?:/.test(link)) return null;
  return (
    <a href={link} target="_blank" rel="noreferrer">
      {isStored ? 'Open the file' : 'Open the source'}
    </a>
  );
}

/** The quote as the service read it, and the picture that it was read from, if there is one. */
function WordsAsRead({ citation, file }: { citation: Citation; file: string | null }) {
  const { source, locator, quote } = citation;
  return (
    <div className="as-read">
      {file !== null && pictures.test(source.mediaType) ? (
        <div className="picture">
          <img src={file} alt={`The file ${source.name}`} />
          {locator.kind === 'region' ? <Region box={locator.box} /> : null}
        </div>
      ) : null}
      <blockquote>
        <mark data-mark="words">{quote}</mark>
      </blockquote>
    </div>
  );
}
