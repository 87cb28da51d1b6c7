import { ReadingBudget } from '../../../engine/load/sandbox/reading-budget.ts';
import { Archive } from '../../../engine/load/zip/archive.ts';
import { makeOdf } from '../../gate/engine/load/support/make-odf.ts';
import { makeZip } from '../../gate/engine/load/support/make-zip.ts';

/** The words of each document that the person who wrote it sees. */
export const own = 'The supplier keeps records for seven years.';

export function rtf(body: string): string {
  return `{\\rtf1\\ansi ${own}\\par ${body}\\par }`;
}

type Relation = [type: string, target: string, external?: boolean];

function relations(all: readonly Relation[], first = 1): string {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return all
    .map(
      ([type, target, external], at) =>
        `<Relationship Id="r${at + first}" Type="${office}/${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`,
    )
    .join('');
}

const packages = 'http://schemas.openxmlformats.org/package/2006';

export function docx(
  body: string,
  { rels = [], parts = {} }: { rels?: Relation[]; parts?: Record<string, string> } = {},
): Uint8Array {
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  return makeZip([
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="svg" ContentType="image/svg+xml"/><Default Extension="rtf" ContentType="application/rtf"/><Override PartName="/word/document.xml" ContentType="${word}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${packages}/relationships">${relations([['officeDocument', 'word/document.xml']])}</Relationships>`,
    },
    {
      name: 'word/document.xml',
      content: `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body><w:p><w:r><w:t>${own}</w:t></w:r></w:p>${body}</w:body></w:document>`,
    },
    {
      name: 'word/_rels/document.xml.rels',
      content: `<Relationships xmlns="${packages}/relationships">${relations(rels)}</Relationships>`,
    },
    ...Object.entries(parts).map(([name, content]) => ({ name, content })),
  ]);
}

/** A picture of Office Open XML; `attribute` says whether it is linked or embedded. */
function blip(attribute: string, id: string): string {
  return `<pic:blipFill xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ${attribute}="${id}"/><a:stretch xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:fillRect/></a:stretch></pic:blipFill>`;
}

export function picture(attribute: string): string {
  const a = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
  const uri = 'http://schemas.openxmlformats.org/drawingml/2006/picture';
  return `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="2000000" cy="500000"/><wp:docPr id="1" name="a"/><a:graphic ${a}><a:graphicData uri="${uri}"><pic:pic xmlns:pic="${uri}"><pic:nvPicPr><pic:cNvPr id="1" name="a"/><pic:cNvPicPr/></pic:nvPicPr>${blip(attribute, 'r1')}<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2000000" cy="500000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
}

export function framed(content: string): string {
  return `<draw:frame text:anchor-type="as-char" svg:x="1cm" svg:y="4cm" svg:width="5cm" svg:height="2cm">${content}</draw:frame>`;
}

export function odt(body: string, manifest = ''): Uint8Array {
  return makeOdf('text', `<text:p>${own}</text:p>${body}`, '', manifest);
}

export function odp(content: string): Uint8Array {
  const words = `<draw:frame svg:x="1cm" svg:y="1cm" svg:width="20cm" svg:height="2cm"><draw:text-box><text:p>${own}</text:p></draw:text-box></draw:frame>`;
  return makeOdf('presentation', `<draw:page draw:name="a">${words}${framed(content)}</draw:page>`);
}

/** A presentation that LibreOffice saved, with another picture on its first slide. */
export async function pptx(
  saved: string,
  attribute: string,
  rels: Relation[],
  parts: Record<string, string> = {},
): Promise<Uint8Array> {
  const all = await partsOf(saved);
  const slide = 'ppt/slides/slide1.xml';
  const slideRels = 'ppt/slides/_rels/slide1.xml.rels';
  const shape = `<p:sp><p:nvSpPr><p:cNvPr id="900" name="b"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="5000000" cy="500000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="en-US" sz="1000"/><a:t>${own}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const pic = `<p:pic><p:nvPicPr><p:cNvPr id="901" name="c"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr>${blip(
    attribute,
    'r901',
  )
    .replaceAll('pic:', 'p:')
    .replace(
      / xmlns:p="[^"]*"/,
      '',
    )}<p:spPr><a:xfrm><a:off x="0" y="600000"/><a:ext cx="2000000" cy="500000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`;
  const edited: Record<string, string> = {
    [slide]: String(all.get(slide)).replace('</p:spTree>', `${shape}${pic}</p:spTree>`),
    [slideRels]: String(all.get(slideRels)).replace(
      '</Relationships>',
      `${relations(rels, 901)}</Relationships>`,
    ),
    '[Content_Types].xml': String(all.get('[Content_Types].xml')).replace(
      '<Default',
      '<Default Extension="svg" ContentType="image/svg+xml"/><Default',
    ),
    ...parts,
  };
  return makeZip([
    ...[...all].filter(([name]) => !(name in edited)).map(([name, content]) => ({ name, content })),
    ...Object.entries(edited).map(([name, content]) => ({ name, content })),
  ]);
}

/** A package with more parts. */
export async function withParts(file: string, parts: Record<string, string>): Promise<Uint8Array> {
  const all = await partsOf(file);
  return makeZip([
    ...[...all].map(([name, content]) => ({ name, content })),
    ...Object.entries(parts).map(([name, content]) => ({ name, content })),
  ]);
}

async function partsOf(file: string): Promise<ReadonlyMap<string, Buffer>> {
  const archive = await Archive.open(file, new ReadingBudget(0));
  const parts = new Map<string, Buffer>();
  for (const name of archive.names()) parts.set(name, (await archive.read(name)) ?? Buffer.alloc(0));
  archive.close();
  return parts;
}

/** A workbook with a linked workbook, a formula that asks for `page`, and one that reads `file`. */
export function linkedSheet(file: string, page: string): Uint8Array {
  return makeZip([
    {
      name: 'xl/workbook.xml',
      content:
        '<workbook><sheets><sheet name="a" id="r1"/></sheets><externalReferences><externalReference id="r2"/></externalReferences></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${relations([
        ['worksheet', 'worksheets/a.xml'],
        ['externalLink', file, true],
      ])}</Relationships>`,
    },
    {
      name: 'xl/worksheets/a.xml',
      content: `<worksheet><sheetData><row r="1"><c r="A1"><f>WEBSERVICE("${page}")</f></c><c r="B1"><f>'${file}'!A1</f></c></row></sheetData></worksheet>`,
    },
  ]);
}
