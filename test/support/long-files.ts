import { makeDocx, makeZip } from '../gate/engine/load/support/make-zip.ts';
import { type PdfObject, paper, rawPdf } from './hostile/pdf.ts';
import { lastSentence } from './long-texts.ts';

const sheet = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** For each format, a function that makes a file with the given text; the text ends with `lastSentence`. */
export const longFiles: Readonly<Record<string, (text: string) => string | Uint8Array>> = {
  txt: (text) => `${text} ${lastSentence}`,
  md: (text) => `${text} ${lastSentence}`,
  csv: (text) => `"${text.replaceAll('"', '""')}","${lastSentence}"\n`,
  html: (text) => `<html><body><p>${escaped(text)} ${lastSentence}</p></body></html>`,
  srt: (text) => `1\n00:00:01,000 --> 00:00:02,000\n${text} ${lastSentence}\n`,
  eml: (text) =>
    `From: a@example.org\nSubject: x\nContent-Type: text/plain; charset=utf-8\n\n${text} ${lastSentence}\n`,
  docx: (text) => makeDocx(`<w:p><w:r><w:t>${escaped(text)} ${lastSentence}</w:t></w:r></w:p>`),
  xlsx: (text) =>
    makeZip([
      {
        name: 'xl/workbook.xml',
        content: `<workbook ${sheet} xmlns:r="${office}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: `<Relationships ${relations}><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      },
      {
        name: 'xl/worksheets/sheet1.xml',
        content: `<worksheet ${sheet}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${escaped(text)} ${lastSentence}</t></is></c></row></sheetData></worksheet>`,
      },
    ]),
  pdf: (text) => linesOnPages(`${text} ${lastSentence}`),
};

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const lineLength = 90;
const linesOfPage = 60;

/** A PDF with one font whose pages show a text line by line; characters beyond Latin-1 become question marks. */
function linesOnPages(text: string): Uint8Array {
  const lines = text.match(new RegExp(`[^\\n]{1,${lineLength}}|\\n`, 'g')) ?? [];
  const objects: PdfObject[] = ['<</Type/Catalog/Pages 2 0 R>>', ''];
  const kids: string[] = [];
  for (let at = 0; at < lines.length; at += linesOfPage) {
    const shown = lines
      .slice(at, at + linesOfPage)
      .map((line) => `(${line.replace(/[^\x20-\xff]/g, '?').replace(/[\\()]/g, '\\$&')}) Tj T*`);
    const page = objects.length + 1;
    kids.push(`${page} 0 R`);
    objects.push(
      `<</Type/Page/Parent 2 0 R${paper}/Contents ${page + 1} 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>>>>>`,
      { dictionary: '', stream: `BT /F 8 Tf 40 760 Td 12 TL ${shown.join('\n')} ET` },
    );
  }
  objects[1] = `<</Type/Pages/Count ${kids.length}/Kids[${kids.join(' ')}]>>`;
  return rawPdf(objects);
}
