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

/** Applies a control word that sets the look of text; returns false for any other word. */
export function isLookWord(group: Group, name: string, value: number | null, colours: ColourTable): boolean {
  const set = (look: RunLook) => {
    group.look = { ...group.look, ...look };
  };
  switch (name) {
    case 'v':
      set({ hidden: value !== 0 });
      break;
    case 'strike':
    case 'striked':
      set({ struck: value !== 0 });
      break;
    case 'super':
    case 'sub':
    case 'nosupersub':
      set({ raised: name === 'super' ? 'above' : name === 'sub' ? 'below' : null });
      break;
    case 'up':
    case 'dn':
      set({ raised: null, ...raisedBy((value ?? defaultShift) * (name === 'up' ? 1 : -1)) });
      break;
    case 'cf':
      set({ colour: colours.colour(value) });
      break;
    case 'fs':
      set({ size: (value ?? defaultHalfPoints) / 2 });
      break;
    case 'charscalex':
      set({ scale: value ?? 100 });
      break;
    case 'highlight':
    case 'cb':
    case 'chcbpat':
      set({ ground: colours.colour(value) });
      break;
    case 'cbpat':
      group.ground = colours.colour(value);
      break;
    case 'shading':
      if (value !== 0) group.ground = 'unknown';
      break;
    case 'outl':
    case 'shad':
    case 'embo':
    case 'impr':
      set({ outlined: value !== 0 });
      break;
    case 'itap':
      group.nested = (value ?? 0) > 1;
      break;
    default:
      return false;
  }
  return true;
}

/** Applies a control word about the text of a group or its paragraph; returns false for any other word. */
export function isGroupWord(group: Group, name: string, value: number | null): boolean {
  switch (name) {
    case 'uc':
      group.standIns = Math.max(0, value ?? 1);
      return true;
    case 'f':
      group.font = value;
      return true;
    case 'plain':
      Object.assign(group, { font: null, look: {}, deleted: false });
      return true;
    case 'deleted':
      group.deleted = value !== 0;
      return true;
    case 'pard':
      Object.assign(group, { style: null, outline: null, inTable: false, nested: false, ground: null });
      return true;
    case 's':
      group.style = value;
      return true;
    case 'outlinelevel':
      group.outline = value !== null && value <= 8 ? value + 1 : null;
      return true;
    case 'intbl':
      group.inTable = true;
      return true;
    default:
      return false;
  }
}
