/** Types for the part of fontkit that Proviso uses, because the package has no types. */
declare module 'fontkit' {
  /** Opens a font file. `characterSet` has the code points that the font has shapes for. */
  export function openSync(path: string): { characterSet: number[] };
}
