// `peers.mjs FOLDER READER OUT FILE...` reads PDFs with a library installed in FOLDER, and writes a JSON list of
// [file, first page, last page, text] to OUT.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, reader, out, ...files] = process.argv.slice(2);
const { resolve } = createRequire(join(folder, 'package.json'));
const load = (name) => import(pathToFileURL(resolve(name)).href);

async function* pdfjs(path) {
  const { getDocument } = await load('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: new Uint8Array(readFileSync(path)), verbosity: 0 });
  const document = await task.promise;
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const text = items.map(({ str = '', hasEOL }) => str + (hasEOL ? '\n' : '')).join('');
    yield [number, number, text];
  }
  await task.destroy();
}

const chunks = [];

async function* langchain(path) {
  const { PDFLoader } = await load('@langchain/community/document_loaders/fs/pdf');
  const { RecursiveCharacterTextSplitter } = await load('@langchain/textsplitters');
  const splitter = new RecursiveCharacterTextSplitter({ chunkSize: 1000, chunkOverlap: 100 });
  for (const chunk of await splitter.splitDocuments(await new PDFLoader(path).load())) {
    chunks.push(chunk);
    const { pageNumber } = chunk.metadata.loc;
    yield [pageNumber, pageNumber, chunk.pageContent];
  }
}

const parts = [];
for (const [file, path] of files.entries()) {
  for await (const part of { pdfjs, langchain }[reader](path)) parts.push([file, ...part]);
}
if (reader === 'langchain') {
  // The index is part of the work: Proviso's own reading ends where LangChain's retriever begins.
  const { BM25Retriever } = await load('@langchain/community/retrievers/bm25');
  await BM25Retriever.fromDocuments(chunks, { k: 4 }).invoke('termination of the agreement');
}
writeFileSync(out, JSON.stringify(parts));
