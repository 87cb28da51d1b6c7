import { useEffect, useRef, useState } from 'react';
import { Problem } from '../parts/notice.tsx';
import type { Place } from './places.ts';
import type { CitedText } from './text/cited-text.ts';
import { TextViewer } from './text/text-viewer.tsx';

type RecordingProps = {
  file: string;
  text: Extract<CitedText, { state: 'loaded' }> | null;
  place: Place;
  places: readonly Place[];
};

/** A recording at the cited moment, beside its transcript. A click on a line of the transcript plays the line. */
export function Recording({ file, text, place, places }: RecordingProps) {
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
