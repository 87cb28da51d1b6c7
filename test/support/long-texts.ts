/** The last sentence of each long text; the rules of the tests ask for it. */
export const lastSentence = 'The Supplier shall keep records for seven years.';

const words =
  'supplier customer shall provide services agreement notice within days charges invoice payment liability audit security'.split(
    ' ',
  );

/** Functions that each repeat one pattern to a text of at least `length` characters. */
export const longTexts: Readonly<Record<string, (length: number) => string>> = {
  ordinary: (length) => repeated((at) => `${wordsFrom(at, 14)} ${at}. `.replace(/^./, 'T'), length),
  lines: (length) => repeated((at) => `${wordsFrom(at, 9)}\n`, length),
  paragraphs: (length) => repeated((at) => `${wordsFrom(at, 14)} ${at}.\n\n`.replace(/^./, 'T'), length),
  sentence: (length) => repeated((at) => `${words[at % words.length]}${at % 97} and the `, length),
  word: (length) => 'abcdefghij'.repeat(length / 10),
  number: (length) => '1234567890'.repeat(length / 10),
  groups: (length) => '1,234'.concat(',567'.repeat(length / 4)),
  commas: (length) => '1,'.repeat(length / 2),
  decimals: (length) => '1.'.repeat(length / 2),
  dots: (length) => '.'.repeat(length),
  spaced_dots: (length) => '. '.repeat(length / 2),
  brackets: (length) => '('.repeat(length),
  quotes: (length) => '"'.repeat(length),
  apostrophes: (length) => "a'".repeat(length / 2),
  hyphens: (length) => '-'.repeat(length),
  hyphened: (length) => 'a-'.repeat(length / 2),
  broken: (length) => 'a-\n'.repeat(length / 3),
  soft_hyphens: (length) => 'a\u00ad'.repeat(length / 2),
  spaces: (length) => ' '.repeat(length),
  tabs: (length) => 'a\t'.repeat(length / 2),
  newlines: (length) => '\n'.repeat(length),
  blank_lines: (length) => ' \n'.repeat(length / 2),
  marks: (length) => `a${'\u0301'.repeat(length)}`,
  marked: (length) => 'a\u0301'.repeat(length / 2),
  a_b: (length) => 'a b '.repeat(length / 4),
  initials: (length) => 'A. B. '.repeat(length / 6),
  capitals: (length) => 'SUPPLIER '.repeat(length / 9),
  han: (length) => '供应商应当保存记录七年'.repeat(length / 11),
  jamo: (length) => '\u1100\u1161\u11a8'.repeat(length / 3),
  emoji: (length) => '😀'.repeat(length / 2),
  signs: (length) => '€ % < '.repeat(length / 6),
  or: (length) => 'referred to as a or '.repeat(length / 20),
  headings: (length) => '# Heading\n'.repeat(length / 10),
  numbered: (length) => repeated((at) => `${(at % 99) + 1}.${(at % 9) + 1} Records Kept\n`, length),
  list: (length) => repeated((at) => `${' '.repeat((at % 40) * 2)}- item\n`, length),
  items: (length) => '(a) '.repeat(length / 4),
  enumerated: (length) => repeated((at) => `(${'abcdefghij'[at % 10]}) keep records; `, length),
  cells: (length) => 'a | '.repeat(length / 4),
  fields: (length) => 'a,'.repeat(length / 2),
  backticks: (length) => '`'.repeat(length),
  underscores: (length) => '_'.repeat(length),
  hashes: (length) => '#'.repeat(length),
  urls: (length) => 'https://a.b/'.repeat(length / 12),
  exceptions: (length) => 'except unless '.repeat(length / 14),
  instructions: (length) => 'ignore all previous '.repeat(length / 20),
};

function repeated(piece: (at: number) => string, length: number): string {
  const pieces: string[] = [];
  let made = 0;
  for (let at = 0; made < length; at += 1) {
    const next = piece(at);
    pieces.push(next);
    made += next.length;
  }
  return pieces.join('');
}

function wordsFrom(at: number, count: number): string {
  return Array.from({ length: count }, (_, index) => words[(at * 7 + index * index) % words.length]).join(
    ' ',
  );
}
