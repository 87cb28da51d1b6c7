/** What a group's text is for. */
export type Destination = 'text' | 'note' | 'box' | 'fonts' | 'styles' | 'picture' | 'object' | 'skipped';

const named: Record<string, Destination> = {
  fonttbl: 'fonts',
  stylesheet: 'styles',
  footnote: 'note',
  shptxt: 'box',
  dptxbxtext: 'box',
  pict: 'picture',
  object: 'object',
};

/** Groups marked as to be passed over by readers that don't know them, and known here: text stands in them. */
const knownMarked = new Set([
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
  'annotation',
  'atnauthor',
  'atnid',
  'author',
  'bkmkend',
  'bkmkstart',
  'colortbl',
  'comment',
  'docvar',
  'factoidname',
  'ffdata',
  'filetbl',
  'fldinst',
  'footer',
  'footerf',
  'footerl',
  'footerr',
  'ftncn',
  'ftnsep',
  'ftnsepc',
  'generator',
  'header',
  'headerf',
  'headerl',
  'headerr',
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
