import { afterAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../../../engine/model/finding.ts';
import type { Result } from '../../../../engine/model/result.ts';
import { entails, ruleAnswer, ruleRequestOf } from '../../../../tools/model-server/rule-request.ts';
import { startModelServer } from '../../../support/model-server/model-server.ts';
import { testFolder } from '../load/support/load-file.ts';
import { type Hider, hiders, makePages, shown } from '../load/support/make-hidden-pdf.ts';
import { makeDocx, paragraph } from '../load/support/make-zip.ts';
import { analyzeFiles } from './support/analyze-files.ts';

const sentence = 'The customer may end the agreement with a notice of 30 days in writing.';
const rules = [
  { name: 'Notice', description: 'The customer may end the agreement with a notice of 30 days in writing.' },
];

const folder = testFolder();
const headers: string[] = [];

/** A model that believes everything it reads and that agrees with every answer in a support check. */
const server = await startModelServer({
  chat: (request) => {
    const asked = ruleRequestOf(request);
    if (asked.purpose === 'support') return entails;
    const quote = asked.quote(sentence);
    const passage = asked.passages.find(({ id }) => id === quote.passage);
    if (passage === undefined) return { json: ruleAnswer({}) };
    headers.push(passage.header);
    return {
      json: ruleAnswer({
        quotes: [{ ...quote, stance: 'supports' }],
        answer: sentence,
        outcome: 'satisfied',
      }),
    };
  },
});
afterAll(() => server.close());

let made = 0;
type Checked = Result & { finding: Finding | undefined };
async function check(ways: Hider[], lexical: boolean): Promise<Checked> {
  made += 1;
  return checkFile(`agreement-${made}.pdf`, await makePages(ways, () => sentence), lexical);
}

async function checkFile(name: string, content: string | Uint8Array, lexical: boolean): Promise<Checked> {
  const path = folder.write(name, content);
  const result = await analyzeFiles({ rules, inputs: [path], url: server.url, lexical });
  return { ...result, finding: result.findings[0] };
}

const withFootnote = (note: string) =>
  makeDocx(
    `${paragraph('The parties agree on the supply of goods.')}<w:p><w:r><w:t>${sentence}</w:t></w:r><w:r><w:footnoteReference w:id="1"/></w:r></w:p>${paragraph('The supplier delivers to the address in the order.')}`,
    { 'word/footnotes.xml': `<w:root><w:footnote w:id="1">${paragraph(note)}</w:footnote></w:root>` },
  );

const plain = shown['black on paper'] ?? (() => {});
const white = hiders['white on paper'] ?? (() => {});

describe.each([
  ['a model that believes them', false],
  ['no model', true],
] as const)('words in white, checked with %s,', (_, lexical) => {
  it('are CONFIRMED if they are printed in black instead', async () => {
    const { finding, warnings } = await check([plain], lexical);
    expect(finding).toMatchObject({ label: 'CONFIRMED', outcome: 'satisfied', reasons: [] });
    expect(finding?.citations.map(({ hidden }) => hidden)).toEqual([undefined]);
    expect(warnings.map(({ code }) => code)).not.toContain('hidden_text');
  });

  it('are cited as hidden, reported, and never CONFIRMED', async () => {
    const { finding, warnings } = await check([white], lexical);
    expect(finding).toMatchObject({ label: 'ESTIMATED', citations: [{ quote: sentence, hidden: true }] });
    expect(finding?.reasons).toContain('hidden_text');
    expect(finding?.toSettle.join(' ')).toMatch(/readers do not see them/);
    expect(warnings.find(({ code }) => code === 'hidden_text')?.message).toContain(
      'page 1 “The customer may end',
    );
  });

  it('explain a finding if they are struck out, but are not evidence', async () => {
    const { finding } = await checkFile('struck.html', `<p>Terms.</p><p><s>${sentence}</s></p>`, lexical);
    expect(finding).toMatchObject({ label: 'ESTIMATED', outcome: 'undetermined' });
    expect(finding?.citations).toMatchObject([{ quote: sentence, stance: 'qualifies', struck: true }]);
    expect(finding?.toSettle.join(' ')).toMatch(/struck out/);
  });

  it('do not prevent a citation of the same words elsewhere in black', async () => {
    const { finding } = await check([white, plain, white], lexical);
    expect(finding).toMatchObject({
      label: 'CONFIRMED',
      citations: [{ locator: { kind: 'page', page: 2 } }],
    });
  });
});

it('a sentence with a footnote that limits it is not CONFIRMED by words', async () => {
  const note = 'Not in the first year, in which the notice is 90 days.';
  const { finding } = await checkFile('limited.docx', withFootnote(note), true);
  expect(finding).toMatchObject({ label: 'ESTIMATED', outcome: expect.not.stringMatching('violated') });
  expect(JSON.stringify(finding)).toContain('in which the notice is 90 days');
});

it('a model’s answer is CONFIRMED if the footnote limits nothing', async () => {
  const { finding } = await checkFile(
    'explained.docx',
    withFootnote('The notice form is on the site.'),
    false,
  );
  expect(finding).toMatchObject({ label: 'CONFIRMED', citations: [{ quote: sentence }] });
});

it('a model receives hidden words with a mark that they are hidden', () => {
  expect(headers.filter((header) => header.includes('hidden from readers of the file'))).not.toEqual([]);
  expect(headers.filter((header) => !header.includes('hidden'))).not.toEqual([]);
});
