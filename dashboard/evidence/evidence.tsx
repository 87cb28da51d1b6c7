import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { placeWords } from '../../src/domain/place-words.ts';
import { Problem } from '../parts/notice.tsx';
import { shortened } from '../parts/words.ts';
import type { Citation } from '../service/service.ts';
import { ownFile } from './own-file.ts';
import { useOfficePages } from './pdf/office-pages.ts';
import { markOf, type Place } from './places.ts';
import { Region } from './region.tsx';
import { type CitedText, useCitedText } from './text/cited-text.ts';
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
          <b title={source.name}>{shortened(source.name)}</b>, {placeWords(locator)}
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

type PictureProps = { file: string; place: Place; places: readonly Place[] };

/** Media types of pictures that cannot contain scripts, unlike SVG. */
const pictures = /^image\/(png|jpeg|gif|webp|avif)$/;

function isPicture(mediaType: string): boolean {
  return pictures.test(mediaType);
}

/** A picture with the words of the quotes marked. */
function Picture({ file, place, places }: PictureProps) {
  return (
    <div className="picture">
      <img src={file} alt={`The file ${place.citation.source.name}`} />
      {places.flatMap((one) =>
        boxesIn(one).map((box) => (
          <Region key={`${one.kind} ${one.index} ${box.x} ${box.y}`} box={box} kind={markOf(one, place)} />
        )),
      )}
    </div>
  );
}

/** The boxes of the lines of a quote, or else the box around the quote. */
function boxesIn({ citation: { boxes = [], locator } }: Place) {
  if (boxes.length > 0) return boxes;
  return locator.kind === 'region' ? [locator.box] : [];
}

type RecordingProps = {
  file: string;
  text: Extract<CitedText, { state: 'loaded' }> | null;
  place: Place;
  places: readonly Place[];
};

/** A recording at the cited moment, beside its transcript. A click on a line of the transcript plays the line. */
function Recording({ file, text, place, places }: RecordingProps) {
  const { source, locator } = place.citation;
  const player = useRef<HTMLMediaElement>(null);
  const [failed, setFailed] = useState(false);
  const startMs = locator.kind === 'time' ? locator.startMs : 0;

  const seek = (ms: number) => {
    if (player.current !== null) player.current.currentTime = ms / 1000;
  };
  useEffect(() => {
    if (player.current !== null && player.current.readyState > 0) player.current.currentTime = startMs / 1000;
  }, [startMs]);
  const play = (ms: number) => {
    seek(ms);
    // The browser may refuse to play, and then the player stays at the line.
    player.current?.play().catch(() => undefined);
  };

  const attach = (element: HTMLMediaElement | null) => {
    player.current = element;
  };
  const controls = {
    controls: true,
    preload: 'metadata',
    src: file,
    className: 'player',
    'aria-label': `The recording ${source.name}`,
    onLoadedMetadata: () => seek(startMs),
    onError: () => setFailed(true),
  } as const;
  return (
    <>
      {failed ? <Problem>Your browser cannot play this recording; open the file instead.</Problem> : null}
      {source.mediaType.startsWith('audio/') ? (
        <audio ref={attach} {...controls} />
      ) : (
        <video ref={attach} {...controls} />
      )}
      {text === null ? null : (
        <TextViewer text={text} place={place} places={places} onPlay={failed ? undefined : play} />
      )}
    </>
  );
}
