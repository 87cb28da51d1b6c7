import { lazy, Suspense, useState } from 'react';
import { placeWords } from '../../src/domain/place-words.ts';
import type { Citation } from '../service/service.ts';
import { ownFile } from './own-file.ts';
import { useOfficePages } from './pdf/office-pages.ts';
import { isPicture, Picture } from './picture.tsx';
import { markOf, type Place } from './places.ts';
import { Recording } from './recording.tsx';
import { useCitedText } from './text/cited-text.ts';
import { SheetViewer } from './text/sheet-viewer.tsx';
import { TextViewer } from './text/text-viewer.tsx';

const PdfViewer = lazy(() => import('./pdf/pdf-viewer.tsx'));

/**
 * The part of the document that contains the selected quote, with the quote marked: a page of a PDF, a picture, a
 * moment of a recording, a cell of a sheet, or a paragraph of the text that the service read.
 */
export function Evidence({ place, places }: { place: Place; places: readonly Place[] }) {
  const { citation } = place;
  const { source, locator } = citation;
  const file = ownFile(source.url);
  const hasPages = locator.kind === 'page' || (locator.kind === 'region' && locator.page !== undefined);
  const ofSource = places.filter((one) => isSameSource(one.citation, citation));
  return (
    <section className="evidence stack tight" aria-label="Evidence">
      <p className="evidence-head line between">
        <span>
          <b>{source.name}</b>, {placeWords(locator)}
        </span>
        <SourceLink citation={citation} isStored={file !== null} />
      </p>
      {file !== null && source.mediaType === 'application/pdf' && hasPages ? (
        <Suspense fallback={<p className="soft">Loading the document…</p>}>
          <PdfViewer key={file} file={file} place={place} places={ofSource} />
        </Suspense>
      ) : file !== null && isPicture(source.mediaType) ? (
        <>
          <Picture file={file} place={place} places={ofSource} />
          <Quote place={place} />
        </>
      ) : (
        <OfficeFile file={file} place={place} places={ofSource} />
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

/** An office file as its pages if the words of the quote are at a certain place on them; any other file as its text. */
function OfficeFile(shown: TextOfFileProps) {
  const { isLoading, pages } = useOfficePages(shown.place, shown.places);
  const [failed, setFailed] = useState('');
  if (isLoading) return <p className="soft">Laying out the pages…</p>;
  if (pages === null || pages.file === failed) return <TextOfFile {...shown} />;
  return (
    <Suspense fallback={<p className="soft">Loading the document…</p>}>
      <PdfViewer key={pages.file} {...pages} note="by LibreOffice" onFailure={() => setFailed(pages.file)} />
    </Suspense>
  );
}

type TextOfFileProps = { file: string | null; place: Place; places: readonly Place[] };

/** The text that the service read from the file, and the recording if the file is one. */
function TextOfFile({ file, place, places }: TextOfFileProps) {
  const { source, locator } = place.citation;
  const text = useCitedText(place);
  const loaded = text.state === 'loaded' ? text : null;
  const isRecording = file !== null && /^(audio|video)\//.test(source.mediaType);
  const isSheet = locator.kind === 'cell' || source.mediaType === 'text/csv';
  return (
    <>
      {text.state === 'loading' ? <p className="soft">Loading the text…</p> : null}
      {text.state === 'failed' ? (
        <>
          <p className="soft">{text.why}</p>
          <Quote place={place} />
        </>
      ) : null}
      {isRecording ? <Recording key={file} file={file} text={loaded} place={place} places={places} /> : null}
      {loaded === null || isRecording ? null : isSheet ? (
        <SheetViewer text={loaded} place={place} places={places} />
      ) : (
        <TextViewer text={loaded} place={place} places={places} />
      )}
    </>
  );
}

/** The words of the quote as the service read them. */
function Quote({ place }: { place: Place }) {
  return (
    <blockquote className="as-read">
      <mark className="quoted" data-mark={markOf(place, place)}>
        {place.citation.quote}
      </mark>
    </blockquote>
  );
}
