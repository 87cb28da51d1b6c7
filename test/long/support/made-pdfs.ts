import { clauses } from './contract.ts';
import { columnsDocument, contractDocument, priceSheet, talk } from './flat-odf.ts';
import type { Folder } from './folder.ts';
import { saveAs } from './office.ts';
import { contractPage } from './printed.ts';
import { run } from './programs.ts';

/** Four PDFs that LibreOffice saved. */
export async function savedByOffice(folder: Folder): Promise<string[]> {
  return saveAs(folder, 'pdf', [
    folder.write('contract.fodt', contractDocument()),
    folder.write('columns.fodt', columnsDocument()),
    folder.write('prices.fods', priceSheet()),
    folder.write('talk.fodp', talk()),
  ]);
}

/** Three PDFs that Chromium printed: plain, in columns, and in landscape. */
export async function printedByChromium(folder: Folder): Promise<string[]> {
  const styles = {
    'printed.pdf': '',
    'printed-columns.pdf': 'article{column-count:2;column-gap:24pt}',
    'printed-across.pdf': '@page{size:A4 landscape}',
  };
  const paths: string[] = [];
  for (const [name, css] of Object.entries(styles))
    paths.push(await printPage(folder, name, contractPage(css)));
  return paths;
}

export async function printPage(folder: Folder, name: string, html: string): Promise<string> {
  const [page, pdf] = [folder.write(`${name}.html`, html), folder.path(name)];
  const switches = ['--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer'];
  const profile = `--user-data-dir=${folder.path('chromium-profile')}`;
  await run('chromium', [...switches, profile, `--print-to-pdf=${pdf}`, page]);
  return pdf;
}

/** Six PDFs that Ghostscript wrote in different ways, from PostScript code below or from another PDF. */
export async function writtenByGhostscript(folder: Folder): Promise<string[]> {
  const upright = folder.write('upright.ps', postScript());
  const sideways = folder.write('sideways.ps', `<< /Orientation 1 >> setpagedevice\n${postScript()}`);
  const plain = await distil(folder, 'written.pdf', [], upright);
  return [
    plain,
    await distil(folder, 'turned.pdf', ['-dAutoRotatePages=/PageByPage'], sideways),
    await distil(folder, 'old.pdf', ['-dCompatibilityLevel=1.3'], plain),
    await distil(folder, 'for-the-web.pdf', ['-dFastWebView'], plain),
    await distil(folder, 'two-in-one.pdf', [], plain, plain),
    await distil(
      folder,
      'protected.pdf',
      ['-sOwnerPassword=owner', '-dEncryptionR=3', '-dKeyLength=128'],
      plain,
    ),
  ];
}

/**
 * The contract in a PDF by Ghostscript. Each page is cropped, and two pages are drawn sideways and displayed upright
 * by their rotation.
 */
export async function croppedAndTurned(folder: Folder): Promise<string> {
  const inside = '40 -60 translate .85 .85 scale';
  const turned = [
    `[ {ThisPage} << /Rotate 90 >> /PUT pdfmark 612 0 translate 90 rotate ${inside}`,
    `[ {ThisPage} << /Rotate 270 >> /PUT pdfmark 0 792 translate -90 rotate ${inside}`,
  ];
  const pages = postScript().split('showpage\n');
  const crop = '%!PS\n[/CropBox [54 100 558 720] /PAGES pdfmark';
  const file = folder.write(
    'cropped.ps',
    `${crop}\n${pages.map((page, index) => `${turned[index] ?? ''}\n${page}`).join('showpage\n')}`,
  );
  return distil(folder, 'cropped.pdf', ['-dAutoRotatePages=/None'], file);
}

export async function distil(
  folder: Folder,
  name: string,
  options: string[],
  ...from: string[]
): Promise<string> {
  const to = folder.path(name);
  await run('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=pdfwrite', ...options, '-o', to, ...from]);
  return to;
}

/** The contract as lines on PostScript pages. */
function postScript(): string {
  const lines = clauses.flatMap(({ title, paragraphs, items }) =>
    [title, ...paragraphs, ...items].flatMap((text) => wrapped(text, 80)),
  );
  const shown = (text: string) => text.replace(/[()\\]/g, '\\$&');
  const pages: string[] = [];
  for (let first = 0; first < lines.length; first += 32) {
    const page = lines
      .slice(first, first + 32)
      .map((line, index) => `72 ${700 - index * 16} moveto (${shown(line)}) show`);
    pages.push(`${page.join('\n')}\nshowpage`);
  }
  return `%!PS\n/Times-Roman findfont 11 scalefont setfont\n${pages.join('\n/Times-Roman findfont 11 scalefont setfont\n')}\n`;
}

function wrapped(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines[lines.length - 1] ?? '';
    if (line.length + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
