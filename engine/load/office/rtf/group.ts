import { type RunLook, raisedBy } from '../looks/run-look.ts';
import type { Ground } from '../looks/theme.ts';
import type { Destination } from './destinations.ts';
import type { ColourTable } from './tables.ts';

/** The formatting state inside an RTF group. After the group, the state of the surrounding group applies again. */
export type Group = {
  into: Destination;
  font: number | null;
  /** How many bytes follow each Unicode character as its replacement in programs without Unicode. */
  standIns: number;
  look: RunLook;
  /** The shading of the paragraph. */
  ground: Ground | null;
  deleted: boolean;
  style: number | null;
  outline: number | null;
  inTable: boolean;
  /**
   * The words are in a table inside a table. The file states the properties of such a table's rows only after their
   * words.
   */
  nested: boolean;
};

/** The font size, in half points, that the control word `\fs` sets if it has no number. */
const defaultHalfPoints = 24;
/** The distance from the line, in half points, that `\up` and `\dn` set if they have no number. */
const defaultShift = 6;

export function newGroup(): Group {
  return {
    into: 'text',
    font: null,
    standIns: 1,
    look: {},
    ground: null,
    deleted: false,
    style: null,
    outline: null,
    inTable: false,
    nested: false,
  };
}

type LookWord = (value: number | null, colours: ColourTable) => RunLook;
type GroupWord = (value: number | null, colours: ColourTable) => Partial<Group>;

const struck: LookWord = (value) => ({ struck: value !== 0 });
const outlined: LookWord = (value) => ({ outlined: value !== 0 });
const shaded: LookWord = (value, colours) => ({ ground: colours.colour(value) });
const moved =
  (up: 1 | -1): LookWord =>
  (value) => ({ raised: null, ...raisedBy((value ?? defaultShift) * up) });

/** The control words that set the look of text. */
const lookWords: ReadonlyMap<string, LookWord> = new Map(
  Object.entries({
    v: (value) => ({ hidden: value !== 0 }),
    ...{ strike: struck, striked: struck, outl: outlined, shad: outlined, embo: outlined, impr: outlined },
    super: () => ({ raised: 'above' }),
    sub: () => ({ raised: 'below' }),
    nosupersub: () => ({ raised: null }),
    up: moved(1),
    dn: moved(-1),
    cf: (value, colours) => ({ colour: colours.colour(value) }),
    fs: (value) => ({ size: (value ?? defaultHalfPoints) / 2 }),
    charscalex: (value) => ({ scale: value ?? 100 }),
    ...{ highlight: shaded, cb: shaded, chcbpat: shaded },
  } satisfies Record<string, LookWord>),
);

/** The other control words about the text of a group or its paragraph. */
const groupWords: ReadonlyMap<string, GroupWord> = new Map(
  Object.entries({
    cbpat: (value, colours) => ({ ground: colours.colour(value) }),
    shading: (value) => (value === 0 ? {} : { ground: 'unknown' }),
    itap: (value) => ({ nested: (value ?? 0) > 1 }),
    uc: (value) => ({ standIns: Math.max(0, value ?? 1) }),
    f: (value) => ({ font: value }),
    plain: () => ({ font: null, look: {}, deleted: false }),
    deleted: (value) => ({ deleted: value !== 0 }),
    pard: () => ({ style: null, outline: null, inTable: false, nested: false, ground: null }),
    s: (value) => ({ style: value }),
    outlinelevel: (value) => ({ outline: value !== null && value <= 8 ? value + 1 : null }),
    intbl: () => ({ inTable: true }),
  } satisfies Record<string, GroupWord>),
);

/** Applies a control word about the text of a group or its paragraph; returns false for any other word. */
export function applyWord(group: Group, name: string, value: number | null, colours: ColourTable): boolean {
  const look = lookWords.get(name);
  if (look !== undefined) group.look = { ...group.look, ...look(value, colours) };
  else Object.assign(group, groupWords.get(name)?.(value, colours));
  return look !== undefined || groupWords.has(name);
}
