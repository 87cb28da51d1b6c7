/** A run of words, bold or not. */
export type Words = { text: string; bold: boolean };

/** What the sample texts are made of. `number` is a clause number as printed, for example `6.3`. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; number: string | null; words: Words[] }
  | { kind: 'table'; header: string[]; rows: string[][] }
  | { kind: 'page break' };

/** Reads the small part of Markdown that the sample texts use: blocks are parted by empty lines. */
export function readBlocks(text: string): Block[] {
  return text.split(/\n{2,}|(?<=^% page)\n/m).flatMap((raw) => {
    const block = raw.trim();
    if (block === '') return [];
    if (block === '% page') return [{ kind: 'page break' }];
    const heading = /^(#+) (.+)$/.exec(block);
    if (heading) return [{ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' }];
    if (block.startsWith('|')) return [readTable(block)];
    const [, number = null, body = ''] = /^(?:(\d+\.\d+|\(\w\)) )?([\s\S]*)$/.exec(block) ?? [];
    return [{ kind: 'paragraph', number, words: readWords(body) }];
  });
}

function readTable(block: string): Block {
  const [header = [], , ...rows] = block.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return { kind: 'table', header, rows };
}

function readWords(text: string): Words[] {
  return text
    .split('**')
    .map((part, index) => ({ text: part, bold: index % 2 === 1 }))
    .filter((words) => words.text !== '');
}
