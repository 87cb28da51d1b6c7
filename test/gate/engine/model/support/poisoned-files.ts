import { once } from 'node:events';
import { Document, Packer, Paragraph, TextRun } from 'docx';
import PDFDocument from 'pdfkit';
import type { Payload } from './payloads.ts';
import type { Carrier, Content } from './poisoned-run.ts';

export const pdf: Carrier = { ending: 'pdf', make: makePdf };
export const docx: Carrier = { ending: 'docx', make: makeDocx };
export const html: Carrier = { ending: 'html', make: makeHtml };

const harmless = 'The parties keep a register of visitors at the front desk.';

async function makePdf({ paragraphs, payload }: Content): Promise<Buffer> {
  const inMetadata =
    payload && (payload.placement === 'metadata' || payload.placement === 'alternative text');
  const info = {
    CreationDate: new Date(0),
    ...(inMetadata && { Subject: payload.text, Keywords: payload.text }),
  };
  const document = new PDFDocument({ autoFirstPage: false, info });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(document, 'end');
  const [first = '', ...others] = paragraphs;
  document.addPage().fontSize(12).text(first);
  document.addPage();
  document
    .fillColor(payload?.placement === 'white' ? 'white' : 'black')
    .text(inBody(payload))
    .fillColor('black')
    .moveDown();
  for (const text of others) document.text(text).moveDown();
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function makeDocx({ paragraphs, payload }: Content): Promise<Buffer> {
  const [first = '', ...others] = paragraphs;
  const inMetadata =
    payload && (payload.placement === 'metadata' || payload.placement === 'alternative text');
  const color = payload?.placement === 'white' ? 'FFFFFF' : '000000';
  const document = new Document({
    ...(inMetadata && { title: payload.text, description: payload.text, keywords: payload.text }),
    sections: [
      {
        children: [
          new Paragraph({ text: first }),
          new Paragraph({ pageBreakBefore: true, children: [new TextRun({ text: inBody(payload), color })] }),
          ...others.map((text) => new Paragraph({ text })),
        ],
      },
    ],
  });
  return Packer.toBuffer(document);
}

async function makeHtml({ paragraphs, payload }: Content): Promise<Buffer> {
  const [first = '', ...others] = paragraphs;
  const text = escaped(inBody(payload));
  const hidden = payload && escaped(payload.text);
  return Buffer.from(
    [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Agreement</title>',
      payload?.placement === 'metadata' ? `<meta name="description" content="${hidden}">` : '',
      `</head><body><article><h1>Agreement</h1><p>${escaped(first)}</p>`,
      payload?.placement === 'alternative text' ? `<img src="seal.png" alt="${hidden}">` : '',
      payload?.placement === 'white' ? `<p style="color:#fff;background:#fff">${text}</p>` : `<p>${text}</p>`,
      ...others.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
      '</article></body></html>',
    ].join('\n'),
  );
}

function inBody(payload: Payload | null): string {
  return payload?.placement === 'paragraph' || payload?.placement === 'white' ? payload.text : harmless;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
