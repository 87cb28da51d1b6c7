import { words } from '../../../language/words.ts';

/** The purpose of a group's text. */
export type Destination =
  | 'text'
  | 'note'
  | 'comment'
  | 'boilerplate'
  | 'firstBoilerplate'
  | 'author'
  | 'box'
  | 'fonts'
  | 'styles'
  | 'colours'
  | 'picture'
  | 'object'
  | 'instruction'
  | 'field'
  | 'fieldEntry'
  | 'skipped';

const named: Record<string, Destination> = {
  fonttbl: 'fonts',
  stylesheet: 'styles',
  colortbl: 'colours',
  footnote: 'note',
  annotation: 'comment',
  atnauthor: 'author',
  header: 'boilerplate',
  headerl: 'boilerplate',
  headerr: 'boilerplate',
  footer: 'boilerplate',
  footerl: 'boilerplate',
  footerr: 'boilerplate',
  headerf: 'firstBoilerplate',
  footerf: 'firstBoilerplate',
  shptxt: 'box',
  dptxbxtext: 'box',
  pict: 'picture',
  object: 'object',
  fldinst: 'instruction',
  formfield: 'field',
  ffl: 'fieldEntry',
};

/** Groups that are read although the file marks them to be skipped by programs that do not know them. */
const knownMarked = words(`
  annotation atnauthor ffl fldinst formfield footnote shpinst shppict do dptxbxtext shptxt shpgrp pict`);

/**
 * Groups that are skipped, because their text is not displayed, or because they are an older version of content that
 * the file also contains in a newer version.
 */
const skipped = words(`
  aftncn aftnsep aftnsepc atnid author bkmkend bkmkstart comment docvar factoidname ffdata filetbl ftncn
  ftnsep ftnsepc generator htmltag info listoverridetable listtable nonesttables nonshppict objclass
  objdata private result revtbl rxe shprslt sp tc tcn template txe xe xmlnstbl`);

/**
 * The purpose of a group that begins with this word; null if the word does not set one. `marked`: the file marks the
 * group to be skipped by programs that do not know it.
 */
export function destinationOf(word: string, marked: boolean): Destination | null {
  if (skipped.has(word) || (marked && !knownMarked.has(word))) return 'skipped';
  return named[word] ?? null;
}
