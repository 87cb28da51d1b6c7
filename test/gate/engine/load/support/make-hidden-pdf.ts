import PDFKit from 'pdfkit';
import { makePng } from './make-png.ts';

type Kit = InstanceType<typeof PDFKit>;

/** Draws the words at the point (72, 200), either hidden or visible in a way that resembles hiding. */
export type Hider = (page: Kit, words: string) => void;

/** `IC` is the colour inside of an annotation. */
const filledWhite = { color: '#ffffff', IC: [1, 1, 1] };
const at = { x: 72, y: 200, lineBreak: false } as const;
const width = 320;

function write(page: Kit, words: string, colour: string): void {
  page.fillColor(colour).text(words, at.x, at.y, { lineBreak: false });
}

function box(page: Kit, colour: string, x: number = at.x - 6, y: number = at.y - 6): void {
  page.rect(x, y, width, 26).fill(colour);
}

/** Ways to hide words on a page. */
export const hiders: Record<string, Hider> = {
  'white on paper': (page, words) => write(page, words, '#ffffff'),
  'nearly white on paper': (page, words) => write(page, words, '#f5f5f5'),
  'black on black': (page, words) => {
    box(page, '#000000');
    write(page, words, '#000000');
  },
  'dark blue on nearly the same blue': (page, words) => {
    box(page, '#102040');
    write(page, words, '#122244');
  },
  'white on a picture of white': (page, words) => {
    page.image(whitePicture, at.x - 6, at.y - 6, { width, height: 26 });
    write(page, words, '#ffffff');
  },
  'white in a dark frame': (page, words) => {
    page
      .rect(at.x - 20, at.y - 20, width + 28, 54)
      .rect(at.x - 10, at.y - 10, width + 8, 34)
      .fill('#000000', 'even-odd');
    write(page, words, '#ffffff');
  },
  'under a white box': (page, words) => {
    write(page, words, '#000000');
    box(page, '#ffffff');
  },
  'under a picture': (page, words) => {
    write(page, words, '#000000');
    page.image(whitePicture, at.x - 6, at.y - 6, { width, height: 26 });
  },
  'under an annotation': (page, words) => {
    write(page, words, '#000000');
    page.rectAnnotation(at.x - 6, at.y - 6, width, 26, filledWhite);
  },
  'under many thin lines': (page, words) => {
    write(page, words, '#000000');
    for (let y = at.y - 2; y < at.y + 20; y += 1) page.rect(at.x - 6, y, width, 1.1).fill('#ffffff');
  },
  'above the page': (page, words) => page.text(words, 72, -40, { lineBreak: false }),
  'right of the page': (page, words) => page.text(words, 700, 200, { lineBreak: false }),
  'half a point high': (page, words) => page.fontSize(0.5).text(words, at.x, at.y, { lineBreak: false }),
  'squeezed by its matrix': (page, words) => {
    page.save().transform(1, 0, 0, 0.05, 0, 190).text(words, at.x, at.y, { lineBreak: false }).restore();
  },
  'without opacity': (page, words) => page.fillOpacity(0).text(words, at.x, at.y, { lineBreak: false }),
  'with hardly any opacity': (page, words) =>
    page.fillOpacity(0.04).text(words, at.x, at.y, { lineBreak: false }),
  'neither filled nor stroked': (page, words) => {
    page.addContent('3 Tr');
    page.text(words, at.x, at.y, { lineBreak: false }).addContent('0 Tr');
  },
  'clipped away': (page, words) => {
    page.save().rect(400, 600, 20, 20).clip();
    page.text(words, at.x, at.y, { lineBreak: false }).restore();
  },
  'clipped to a triangle elsewhere': (page, words) => {
    page.save().moveTo(60, 190).lineTo(60, 700).lineTo(500, 700).closePath().clip();
    page.text(words, at.x + 30, at.y + 20, { lineBreak: false }).restore();
  },
};

/** Ways to draw visible words that resemble ways of hiding them. */
export const shown: Record<string, Hider> = {
  'black on paper': (page, words) => write(page, words, '#000000'),
  'white on a dark box': (page, words) => {
    box(page, '#203864');
    write(page, words, '#ffffff');
  },
  'white on a dark box of its own shape': (page, words) => {
    page.roundedRect(at.x - 6, at.y - 6, width, 26, 8).fill('#203864');
    write(page, words, '#ffffff');
  },
  'white on a dark gradient': (page, words) => {
    const dark = page
      .linearGradient(at.x, at.y, at.x + width, at.y)
      .stop(0, '#101010')
      .stop(1, '#404080');
    page.rect(at.x - 6, at.y - 6, width, 26).fill(dark);
    write(page, words, '#ffffff');
  },
  'white on a dark picture': (page, words) => {
    page.image(darkPicture, at.x - 6, at.y - 6, { width, height: 26 });
    write(page, words, '#ffffff');
  },
  'black on a table row': (page, words) => {
    box(page, '#dbe4fa');
    write(page, words, '#000000');
  },
  'pale grey': (page, words) => write(page, words, '#c8c8c8'),
  'yellow on blue': (page, words) => {
    box(page, '#0000c0');
    write(page, words, '#ffff00');
  },
  'under a highlight': (page, words) => {
    write(page, words, '#000000');
    page.fillOpacity(0.3);
    box(page, '#ffff00');
  },
  underlined: (page, words) => page.text(words, at.x, at.y, { lineBreak: false, underline: true }),
  'crossed by rules': (page, words) => {
    write(page, words, '#000000');
    for (let y = at.y - 8; y < at.y + 30; y += 19) page.rect(at.x - 6, y, width, 0.6).fill('#000000');
  },
  'outlined letters': (page, words) =>
    page.strokeColor('#000000').text(words, at.x, at.y, { lineBreak: false, fill: false, stroke: true }),
  'clipped to its own cell': (page, words) => {
    page
      .save()
      .rect(at.x - 6, at.y - 6, width, 26)
      .clip();
    page.text(words, at.x, at.y, { lineBreak: false }).restore();
  },
  'half transparent': (page, words) => page.fillOpacity(0.5).text(words, at.x, at.y, { lineBreak: false }),
  'five points high': (page, words) => page.fontSize(5).text(words, at.x, at.y, { lineBreak: false }),
};

const whitePicture = makePng(16, 4, 255);
const darkPicture = makePng(16, 4, 30);

/** A PDF with one page for each of `ways`: a visible sentence, then the words drawn in that way. */
export function makePages(ways: readonly Hider[], words: (page: number) => string): Promise<Buffer> {
  const document = new PDFKit({ size: 'LETTER', margin: 0, autoFirstPage: false });
  const pieces: Buffer[] = [];
  document.on('data', (piece: Buffer) => pieces.push(piece));
  for (const [index, way] of ways.entries()) {
    document.addPage();
    document.fontSize(11).fillColor('#000000').fillOpacity(1);
    document.text(`The visible clause ${index + 1} binds the buyer alone.`, 72, 100, { lineBreak: false });
    document.save();
    way(document, words(index + 1));
    document.restore();
    document.fontSize(11).fillColor('#000000').fillOpacity(1);
    document.text(`The closing words ${index + 1} are plain too.`, 72, 400, { lineBreak: false });
  }
  document.end();
  return new Promise((resolve) => document.on('end', () => resolve(Buffer.concat(pieces))));
}
