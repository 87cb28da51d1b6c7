import { lazy, Suspense } from 'react';
import { placeWords } from '../../src/domain/place-words.ts';
import type { Citation } from '../service/service.ts';
import { ownFile } from './own-file.ts';
import type { Place } from './places.ts';
import { Region } from './region.tsx';

const PdfViewer = lazy(() => import('./pdf-viewer.tsx'));

/** Types of pictures that a browser shows without executing anything in them. */
const pictures = /^image\/(png|jpeg|gif|webp|avif)$/;

/** The open place in its document: the page of a PDF with the words marked, else the words as they were read. */
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

/** The words at the place as the service read them, and the picture they were read from. */
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
