import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adapters, readAnswers } from '../../../../engine/verify/adapters/read-answers.ts';
import { forms } from '../../../../src/cli/verify/options.ts';
import { source } from '../../../support/sources.ts';
import { verified } from './support/verified.ts';

const handbook = source(
  [
    'Visitors sign the register at the gate. A badge is valid for 8 hours and shall not be lent to others.',
    'Doors of the archive close at 18:00. The archivist keeps the only spare key in the safe.',
  ],
  { name: 'handbook.pdf' },
);

const example = (name: string) => readFileSync(join(import.meta.dirname, 'answers', name), 'utf8');
const examples = [
  ['plain', 'plain.json'],
  ['openai', 'openai.json'],
  ['anthropic', 'anthropic.json'],
  ['gemini', 'gemini.json'],
  ['langchain', 'langchain.json'],
  ['langchain', 'langchain-message.json'],
  ['markdown', 'markdown.md'],
] as const;

describe('answers of another system', () => {
  // Each example has one true citation of page 1, one with another number, and one that names page 1 instead of 2 or,
  // without pages, invents words.
  it.each(examples)(
    'in the form %s (%s) are recognised, and true and false citations are separated',
    async (form, name) => {
      const read = readAnswers(example(name));
      expect(read.form).toBe(form);
      const results = await verified(read.citations, [handbook]);
      expect(results.map(({ verdict }) => verdict)).toEqual(expected[name]);
      expect(results.filter(({ passes }) => passes)).toHaveLength(1);
    },
  );

  it('can be a list of answers', () => {
    const one = JSON.parse(example('anthropic.json'));
    expect(readAnswers(JSON.stringify([one, one])).citations).toHaveLength(6);
  });

  it('can begin with a byte order mark', () => {
    expect(readAnswers(`\ufeff${example('plain.json')}`).citations).toHaveLength(3);
  });

  it('have forms that the command line lists', () => {
    expect(adapters.map(({ id }) => id)).toEqual(forms);
  });

  it('with citations that have no quote say which ones', () => {
    const answer = {
      output: [{ type: 'message', content: [part('Visitors sign.'), part('“Visitors sign the register”.')] }],
    };
    expect(readAnswers(JSON.stringify(answer))).toMatchObject({
      citations: [{ id: '1', quote: 'Visitors sign the register', source: 'handbook.pdf' }],
      warnings: [expect.stringContaining('handbook.pdf has no quote')],
    });
  });
});

const expected: Record<(typeof examples)[number][1], string[]> = {
  'plain.json': ['exact', 'altered', 'wrong_page'],
  'openai.json': ['exact', 'altered', 'not_found'],
  'anthropic.json': ['exact', 'altered', 'wrong_page'],
  'gemini.json': ['exact', 'altered', 'wrong_page'],
  'langchain.json': ['not_found', 'exact', 'altered'],
  'langchain-message.json': ['exact', 'altered', 'not_found'],
  'markdown.md': ['exact', 'altered', 'wrong_page'],
};

function part(text: string) {
  const annotations = [
    { type: 'file_citation', index: text.length, file_id: 'file-1', filename: 'handbook.pdf' },
  ];
  return { type: 'output_text', text, annotations };
}

describe('answers that cannot be read', () => {
  it.each([
    ['unknown JSON', '{"text": "hello"}', 'unknown_form', 'none of the known forms'],
    ['broken JSON', '[{"quote": "a b c",', 'unknown_form', 'not valid JSON'],
    ['a field of the wrong type', '[{"quote": "a b c", "page": 0}]', 'bad_citations', '[0].page'],
    ['an unknown field', '[{"quote": "a b c", "pages": 3}]', 'bad_citations', 'pages'],
    ['no citations', '[]', 'bad_citations', 'no citation'],
    ['a text without quotations', 'All is well.', 'bad_citations', 'no citation'],
  ])('are refused with a reason: %s', (_, text, code, reason) => {
    expect(() => readAnswers(text)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(reason) }),
    );
  });

  it('are refused if they do not have the form that the user named', () => {
    expect(() => readAnswers('{"text": "hello"}', 'gemini')).toThrow('do not have the form gemini');
    expect(() => readAnswers('{}', 'other')).toThrow('There is no form other');
  });
});

describe('answers with parts that cannot be read', () => {
  const cited = { type: 'char_location', cited_text: 'Visitors sign the register', document_title: 'h.pdf' };
  const message = (...citations: unknown[]) => ({ content: [{ type: 'text', text: 'A claim.', citations }] });
  const document = (metadata: unknown) => ({ page_content: 'Visitors sign the register', metadata });
  const found = { quote: 'Visitors sign the register' };
  it.each([
    ['an answer without citations', [message(cited), { content: [{ type: 'text', text: 'No.' }] }], 0, found],
    ['an answer of another form', [message(cited), { text: 'hello' }], 1, found],
    ['a citation of an unknown type', message(cited, { type: 'new_location' }), 1, found],
    ['documents without metadata', { answer: 'Yes.', context: [document(null)] }, 0, found],
    ['citations in the plain form', [{ quote: 'a b', page: 0 }, { ...found }, 'x'], 2, found],
    [
      'a citation of a block of another form',
      { content: [{ type: 'x', text: 3 }, ...message(cited).content] },
      0,
      found,
    ],
    ['a document without words', { context: [document({}), { page_content: 3 }] }, 1, found],
    ['two citations with one id', [1, 2].map(() => ({ id: 'a', ...found })), 1, { id: 'a' }],
    ['a page range that ends before it begins', [{ ...found, page: 5, endPage: 3 }], 1, found],
  ])('are verified as far as they can be read, with a warning: %s', (_, answer, warnings, citation) => {
    const read = readAnswers(JSON.stringify(answer));
    expect(read.citations[0]).toMatchObject(citation);
    expect(read.warnings).toHaveLength(warnings);
  });

  const file = { type: 'file_citation', index: 29, filename: 'h.pdf' };
  const text = '“Visitors sign the register”.';
  const output = (...annotations: unknown[]) => ({
    output: [7, { type: 'message', content: [null, { type: 'output_text', text, annotations }] }],
  });
  const chunks = [{ retrievedContext: { title: 'h.pdf', text: 'Visitors sign the register' } }, { web: 3 }];
  const grounded = (...groundingSupports: unknown[]) => ({
    candidates: [null, { groundingMetadata: { groundingChunks: chunks, groundingSupports } }],
  });
  const noted = (...annotations: unknown[]) => ({
    content: [
      { type: 'text', text: 'No.' },
      { type: 'text', text: 'A claim.', annotations },
    ],
  });
  const citation = { type: 'citation', cited_text: found.quote, title: 'h.pdf' };
  it.each([
    ['OpenAI, wrong field', output({ ...file, index: -1 }, file), 'index'],
    ['OpenAI, unknown type', output({ type: 'url_citation', url: 'https://a.b' }, file), 'url_citation'],
    ['OpenAI, no object', output('x', file), 'unknown type'],
    [
      'Gemini, wrong support',
      grounded({ segment: 3, groundingChunkIndices: [0] }, { groundingChunkIndices: [0] }),
      'Support 1',
    ],
    ['Gemini, no chunk', grounded({ groundingChunkIndices: [9, 0] }), 'chunk 9'],
    ['Gemini, wrong chunk', grounded({ groundingChunkIndices: [1, 0] }), 'chunk 1'],
    ['LangChain, wrong citation', noted({ type: 'citation', cited_text: 3 }, citation), 'citedText'],
    [
      'LangChain, wrong document',
      { context: [document({ page: -1 }), document({ source: 'h.pdf' })] },
      'Document 1',
    ],
    [
      'Anthropic, wrong page',
      message({ ...cited, type: 'page_location', start_page_number: 'x' }, cited),
      'page_number',
    ],
  ])('have a warning for one citation, and the other ones are verified: %s', (_, answer, words) => {
    const read = readAnswers(JSON.stringify(answer));
    expect(read.citations).toEqual([expect.objectContaining({ ...found, source: 'h.pdf' })]);
    expect(read.warnings).toEqual([expect.stringContaining(words)]);
    expect(read.unread).toBe(1);
  });

  it('have a warning for a quotation that does not end', () => {
    const text = '“Visitors sign the register” (h.pdf). The rule "shall be kept by all (h.pdf, p. 3).';
    expect(readAnswers(text).warnings).toEqual([expect.stringContaining('"shall be kept by all')]);
  });
});

describe('the page of a LangChain document', () => {
  it.each([
    ['loc.pageNumber counts from 1', { loc: { pageNumber: 3 }, page: 7 }, { page: 3 }],
    ['page_number counts from 1', { page_number: 3 }, { page: 3 }],
    ['page counts from 0 beside total_pages', { page: 2, total_pages: 9 }, { page: 3 }],
    ['page counts from 0 beside page_label', { page: 2, page_label: 'iii' }, { page: 3 }],
    ['page 0 counts from 0', { page: 0 }, { page: 1 }],
    ['page alone can count from 0 or 1', { page: 2 }, { page: 2, endPage: 3 }],
    ['a page as a text is counted like a number', { page: '2' }, { page: 2, endPage: 3 }],
    ['another text is the number that the page shows', { page: 'iv' }, { page: 'iv' }],
  ])('is not guessed: %s', (_, metadata, page) => {
    const context = [{ page_content: 'Visitors sign', metadata }];
    expect(readAnswers(JSON.stringify({ context })).citations).toEqual([
      { id: '1', quote: 'Visitors sign', ...page },
    ]);
  });

  it.each([
    [1, 'exact'],
    [2, 'exact'],
    [3, 'wrong_page'],
  ])('%i fits words on page 2 if it can count from 0 or 1: %s', async (page, verdict) => {
    const context = [
      { page_content: 'Doors of the archive close at 18:00.', metadata: { source: 'handbook.pdf', page } },
    ];
    const [one] = await verified(readAnswers(JSON.stringify({ context })).citations, [handbook]);
    expect(one?.verdict).toBe(verdict);
  });
});

describe('a citation of OpenAI without a quotation', () => {
  it('has the passage of the file with its id, even if another file has the same name', () => {
    const file = { type: 'file_citation', index: 28, file_id: 'file-2', filename: 'h.pdf' };
    const text = 'A badge is valid for 8 hours.';
    const answer = {
      output: [
        {
          results: [
            { file_id: 'file-1', filename: 'h.pdf', text: 'A badge is valid for 8 hours a day.' },
            { file_id: 'file-2', filename: 'h.pdf', text: 'Doors close at 18:00.' },
          ],
        },
        { content: [{ type: 'output_text', text, annotations: [file] }] },
      ],
    };
    expect(readAnswers(JSON.stringify(answer)).citations).toEqual([
      expect.objectContaining({ quote: 'Doors close at 18:00.', source: 'h.pdf' }),
    ]);
  });
});

describe('a segment of Gemini', () => {
  it('without a text is cut out of the answer by its offsets in bytes', () => {
    const text = 'Größe: “Visitors sign the register”. Ende.';
    const start = Buffer.byteLength('Größe: ');
    const segment = { startIndex: start, endIndex: Buffer.byteLength(text) - Buffer.byteLength(' Ende.') };
    const answer = {
      candidates: [
        {
          content: { parts: [{ text }] },
          groundingMetadata: {
            groundingChunks: [{ retrievedContext: { title: 'h.pdf', text: 'Other words' } }],
            groundingSupports: [{ segment, groundingChunkIndices: [0] }],
          },
        },
      ],
    };
    expect(readAnswers(JSON.stringify(answer)).citations).toEqual([
      { id: '1', quote: 'Visitors sign the register', source: 'h.pdf' },
    ]);
  });
});

describe('Markdown', () => {
  const quote = 'Visitors sign the register at the gate.';
  it.each([
    ['in parentheses', `“${quote}” (handbook.pdf, p. 1)`, '1'],
    ['in a footnote', `“${quote}”[^a]\n\n[^a]: handbook.pdf, page 1`, '1'],
    ['in a footnote that quotes', `Visitors sign.[^a]\n\n[^a]: handbook.pdf, p. 1: “${quote}”`, '1'],
    ['behind inches', `The 5" sign: "${quote}" (handbook.pdf, p. 6)`, '6'],
    ['in a link', `"${quote}" [Handbook](handbook.pdf#page=1)`, 1],
    ['in brackets', `“${quote}” [handbook.pdf, p. 1]`, '1'],
    ['in a list of sources', `“${quote}” [3].\n\n[3] handbook.pdf, p. 1`, '1'],
    ['behind “at”', `“${quote}” (handbook.pdf at 1)`, '1'],
    ['in German', `„${quote}“ (handbook.pdf, S. 1)`, '1'],
    ['behind a block quote', `> ${quote}\n> — handbook.pdf, p. iv\n`, 'iv'],
  ])('names the place of a quotation %s', (_, text, page) => {
    expect(readAnswers(text).citations).toMatchObject([{ quote, source: 'handbook.pdf', page }]);
  });

  it('names the place of each quotation of a footnote', () => {
    const text = `Visitors sign.[^a]\n\n[^a]: “${quote}” (handbook.pdf, p. 1); “no visitor may stay” (b.pdf, p. 9)`;
    expect(readAnswers(text).citations).toMatchObject([
      { quote, source: 'handbook.pdf', page: '1' },
      { quote: 'no visitor may stay', source: 'b.pdf', page: '9' },
    ]);
  });

  it('has the sentence before a footnote that quotes as its claim', () => {
    const text = `Hours are short. Visitors must sign.[^a]\n\n[^a]: handbook.pdf: “${quote}”`;
    expect(readAnswers(text).citations).toMatchObject([{ claim: 'Visitors must sign.' }]);
  });
});
