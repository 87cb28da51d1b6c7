/**
 * A recording's length and its silences, in seconds, as ffmpeg reports them. `seconds` is null if ffmpeg reports no
 * length.
 */
export type SilenceReport = { seconds: number | null; silences: { start: number; end: number }[] };

/** Parses the report of ffmpeg's `silencedetect`. */
export function parseSilenceReport(messages: string): SilenceReport {
  const length = /Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(messages);
  const seconds =
    length === null ? null : Number(length[1]) * 3600 + Number(length[2]) * 60 + Number(length[3]);
  const starts = [...messages.matchAll(/silence_start: (-?[\d.]+)/g)].map(([, at]) =>
    Math.max(0, Number(at)),
  );
  const ends = [...messages.matchAll(/silence_end: ([\d.]+)/g)].map(([, at]) => Number(at));
  return { seconds, silences: ends.map((end, index) => ({ start: starts[index] ?? end, end })) };
}

/**
 * Where to cut a recording, in seconds, so that no section is longer than `longest`. Each cut is in the middle of the
 * last silence in the second half of the longest possible section. If there is no such silence, the cut is at the end
 * of that section.
 */
export function cutsFor({ seconds, silences }: SilenceReport, longest: number): number[] {
  const cuts: number[] = [];
  let from = 0;
  while (seconds !== null && seconds - from > longest) {
    const pauses = silences
      .map(({ start, end }) => (start + end) / 2)
      .filter((at) => at > from + longest / 2 && at < from + longest);
    from = pauses.at(-1) ?? from + longest;
    cuts.push(from);
  }
  return cuts;
}
