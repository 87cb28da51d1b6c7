import type { DocumentKind, ExamPart } from '../kinds.ts';
import type { PartWordings, Wordings } from '../wordings/read-wordings.ts';
import type { LimitType, Template } from '../wordings/template-schema.ts';
import type {
  DocumentFile,
  LimitWordings,
  Mode,
  ModeWordings,
  Trick,
  TrickName,
} from '../wordings/trick-schema.ts';

/** The wordings that one pair can use. */
export type Lexicon = {
  mode(mode: Mode): ModeWordings;
  limit(type: LimitType): LimitWordings;
  tricks(name: TrickName): readonly Trick[];
  lines: readonly string[];
  columns: readonly [string, string][];
  secondJoins: readonly string[];
  ruleFrames: readonly string[];
  document: DocumentFile;
};

/**
 * Selects the wordings that a pair of this part can use. A pair of the open part uses no locked wordings. In the locked
 * part, a locked template uses all wordings, and an open template uses locked wordings where there are any.
 */
export function lexiconFor(
  wordings: Wordings,
  part: ExamPart,
  template: { part: ExamPart; kind: DocumentKind },
): Lexicon {
  const sources: PartWordings[] =
    part === 'open'
      ? [wordings.open]
      : template.part === 'locked'
        ? [wordings.open, wordings.locked]
        : [wordings.locked];
  const both = part === 'open' ? [wordings.open] : [wordings.open, wordings.locked];
  const joined = <Value>(of: (one: PartWordings) => readonly Value[] | undefined): Value[] => {
    const own = sources.flatMap((one) => of(one) ?? []);
    return own.length > 0 ? own : both.flatMap((one) => of(one) ?? []);
  };
  return {
    mode: (mode) => ({
      modals: joined(({ tricks }) => tricks.modes[mode]?.modals),
      passive: joined(({ tricks }) => tricks.modes[mode]?.passive),
      frames: joined(({ tricks }) => tricks.modes[mode]?.frames),
    }),
    limit: (type) => ({
      right: joined(({ tricks }) => tricks.limits[type]?.right),
      flipped: joined(({ tricks }) => tricks.limits[type]?.flipped),
      rule: joined(({ tricks }) => tricks.limits[type]?.rule),
      elsewhere: joined(({ tricks }) => tricks.limits[type]?.elsewhere),
    }),
    tricks: (name) => joined(({ tricks }) => tricks.tricks[name]),
    lines: joined(({ tricks }) => tricks.lines),
    columns: joined(({ tricks }) => tricks.columns),
    secondJoins: joined(({ tricks }) => tricks.secondJoins),
    ruleFrames: joined(({ tricks }) => tricks.ruleFrames),
    document: mergedDocument(both.flatMap(({ documents }) => documents[template.kind] ?? [])),
  };
}

function mergedDocument(files: readonly DocumentFile[]): DocumentFile {
  return {
    titles: files.flatMap(({ titles }) => titles),
    openings: files.flatMap(({ openings }) => openings),
    closings: files.flatMap(({ closings }) => closings),
    casts: files.flatMap(({ casts }) => casts),
    references: files.flatMap(({ references }) => references),
    schedules: files.flatMap(({ schedules }) => schedules),
    apart: files.flatMap(({ apart }) => apart),
    measures: files.flatMap(({ measures }) => measures),
    sections: files.flatMap(({ sections }) => sections),
  };
}

export type PlacedTemplate = Template & { part: ExamPart };
