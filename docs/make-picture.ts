/**
 * Reads the output of a terminal (text with colour codes) from standard input, and writes it to standard output as an
 * SVG picture:
 *
 * FORCE_COLOR=1 COLUMNS=96 node bin/proviso.js demo | npx tsx docs/make-picture.ts 1 8 > docs/demo.svg
 *
 * With numbers as arguments, the picture contains only the beginning of the output, the findings with these numbers,
 * and the end.
 */
import { text } from 'node:stream/consumers';

type Style = {
  colour: string;
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
  inverse: boolean;
};
type Run = Style & { text: string; column: number };

const plain: Style = { colour: '', bold: false, dim: false, italic: false, underline: false, inverse: false };
const ground = '#16181d';
const ink = '#d7dae0';
const colours: Record<number, string> = {
  30: '#5c6370',
  31: '#ef7a85',
  32: '#8fd18a',
  33: '#e6c274',
  34: '#79b8ff',
  35: '#d59bf0',
  36: '#6fcbd3',
  37: ink,
  90: '#8b93a1',
};

const controlStart = String.fromCharCode(27);
/** One control sequence (ECMA-48, 5.4). The group makes `split` keep the sequences. */
const sequence = new RegExp(`(${controlStart}\\[[\\d;?]*[A-Za-z])`);
const styles = new RegExp(sequence, 'g');
const styling = new RegExp(`^${controlStart}\\[([\\d;]*)m$`);

const characterWidth = 7.83;
const lineHeight = 18;
const padding = 18;

const shown = process.argv.slice(2).map(Number);
const output = (await text(process.stdin)).trimEnd().split('\n');
process.stdout.write(picture(shown.length > 0 ? excerpt(output) : output));

/**
 * An excerpt of the output, whose parts are separated by horizontal rules: the first part, the requested parts and the
 * last part. Each omission is marked with an ellipsis.
 */
function excerpt(lines: readonly string[]): string[] {
  const parts: string[][] = [[]];
  for (const line of lines) {
    if (line.replace(styles, '').startsWith('────')) parts.push([]);
    parts.at(-1)?.push(line);
  }
  const wanted = [0, ...shown, parts.length - 1];
  return wanted.flatMap((part, index) => {
    const gap = index > 0 && part - (wanted[index - 1] ?? 0) > 1;
    return [...(gap ? ['  ⋯', ''] : []), ...(parts[part] ?? [])];
  });
}

function picture(lines: readonly string[]): string {
  const rows = readRows(lines);
  const columns = Math.max(
    ...rows.map((runs) => runs.reduce((end, run) => Math.max(end, run.column + [...run.text].length), 0)),
  );
  const width = Math.ceil(columns * characterWidth + 2 * padding);
  const height = rows.length * lineHeight + 2 * padding;
  const body = rows.flatMap((runs, row) =>
    runs.filter((run) => run.text.trim() !== '').map((run) => element(run, row)),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Findings of proviso in a terminal">`,
    `<rect width="100%" height="100%" rx="8" fill="${ground}"/>`,
    `<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="13" fill="${ink}">`,
    ...body,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function element(run: Run, row: number): string {
  const x = (padding + run.column * characterWidth).toFixed(1);
  const top = padding + row * lineHeight;
  const length = ([...run.text].length * characterWidth).toFixed(1);
  const fill = run.inverse ? ground : run.colour;
  const marks = [
    fill && ` fill="${fill}"`,
    run.bold && ' font-weight="bold"',
    run.dim && ' opacity="0.65"',
    run.italic && ' font-style="italic"',
    run.underline && ' text-decoration="underline"',
  ].filter(Boolean);
  const words = `<text x="${x}" y="${top + 13}" textLength="${length}"${marks.join('')}>${escaped(run.text)}</text>`;
  if (!run.inverse) return words;
  return `<rect x="${x}" y="${top - 1}" width="${length}" height="${lineHeight}" fill="${run.colour || ink}"/>${words}`;
}

function readRows(lines: readonly string[]): Run[][] {
  let style = plain;
  return lines.map((line) => {
    const runs: Run[] = [];
    let column = 0;
    for (const part of line.split(sequence)) {
      const codes = styling.exec(part)?.[1];
      if (codes !== undefined) style = codes.split(';').map(Number).reduce(restyled, style);
      else if (part !== '' && !part.startsWith(controlStart)) {
        runs.push({ ...style, text: part, column });
        column += [...part].length;
      }
    }
    return runs;
  });
}

/** The style after one SGR code (ECMA-48, 8.3.117). */
function restyled(style: Style, code: number): Style {
  if (code === 0) return plain;
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 3) return { ...style, italic: true };
  if (code === 4) return { ...style, underline: true };
  if (code === 7) return { ...style, inverse: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 23) return { ...style, italic: false };
  if (code === 24) return { ...style, underline: false };
  if (code === 27) return { ...style, inverse: false };
  if (code === 39) return { ...style, colour: '' };
  return { ...style, colour: colours[code] ?? style.colour };
}

/** Escapes text for XML. Spaces become no-break spaces, because viewers treat ordinary spaces in different ways. */
function escaped(words: string): string {
  return words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(' ', '&#160;');
}
