/** What a group's text is for. */
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
};

/** Groups marked as to be passed over by readers that don't know them, and known here: text stands in them. */
const knownMarked = new Set([
  'annotation',
  'atnauthor',
  'footnote',
  'shpinst',
  'shppict',
  'do',
  'dptxbxtext',
  'shptxt',
  'shpgrp',
  'pict',
]);

/** What is not the document's text, as it is displayed; of what is there twice, the older twin. */
const skipped = new Set([
  'aftncn',
  'aftnsep',
  'aftnsepc',
  'atnid',
  'author',
  'bkmkend',
  'bkmkstart',
  'comment',
  'docvar',
  'factoidname',
  'ffdata',
  'filetbl',
  'fldinst',
  'ftncn',
  'ftnsep',
  'ftnsepc',
  'generator',
  'htmltag',
  'info',
  'listoverridetable',
  'listtable',
  'nonesttables',
  'nonshppict',
  'objclass',
  'objdata',
  'private',
  'result',
  'revtbl',
  'rxe',
  'shprslt',
  'sp',
  'tc',
  'tcn',
  'template',
  'txe',
  'xe',
  'xmlnstbl',
]);

/** What the group that begins with this word is for, or null when the word begins no destination. */
export function destinationOf(word: string, marked: boolean): Destination | null {
  if (skipped.has(word) || (marked && !knownMarked.has(word))) return 'skipped';
  return named[word] ?? null;
}
