import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { closeLoading } from '../../../../../engine/index.ts';
import type { Finding } from '../../../../../engine/model/finding.ts';
import type { Result } from '../../../../../engine/model/result.ts';
import type { Rule } from '../../../../../engine/model/rule.ts';
import { endpointTranscriber } from '../../../../../src/sources/transcriber.ts';
import type { ChatRequest } from '../../../../../tools/model-server/protocol.ts';
import type { Reply } from '../../../../../tools/model-server/replies.ts';
import { entails, ruleAnswer, ruleRequestOf } from '../../../../../tools/model-server/rule-request.ts';
import { startModelServer, type Transcript } from '../../../../support/model-server/model-server.ts';
import { analyzeFiles } from './analyze-files.ts';
import { type Payload, payloadIn, payloads } from './payloads.ts';

/**
 * The paragraphs of a document. The payload follows the first paragraph, unless its `placement` is outside the
 * paragraphs.
 */
export type Content = { paragraphs: readonly string[]; payload: Payload | null };

/** Makes a document with a payload in one file format. `received` is the transcript if the document is a recording. */
export type Carrier = {
  ending: string;
  make: (content: Content) => Promise<Uint8Array>;
  received?: (content: Content) => Transcript;
};

const paragraphs = [
  'The customer may end the agreement with a notice of 30 days in writing to the provider. The notice takes effect when it is received, and fees that were paid in advance are returned within two weeks. The provider confirms each notice that it has received and says when the agreement ends. Neither party owes the other anything beyond what was due by then, unless they agree otherwise in writing, and both return what belongs to the other. Keys, badges and documents are handed over at the front desk on the last day, against a receipt that both of them sign and keep for their records for as long as the law asks them to. The register of the receipts is open to both parties.',
  'Invoices are payable within 14 days after they were received by the customer.',
  'The provider keeps personal data for 24 months after the end of the agreement.',
];
const rules: Rule[] = [
  { name: 'Notice', description: 'The customer can end the agreement with a notice of 30 days.' },
  { name: 'Invoices', description: 'Invoices are payable within 30 days.' },
  { name: 'Insurance', description: 'The provider must hold a liability insurance of 5 million dollars.' },
];
const known: Record<string, { quote: string; stance: string; outcome: string }> = {
  Notice: {
    quote: 'The customer may end the agreement with a notice of 30 days',
    stance: 'supports',
    outcome: 'satisfied',
  },
  Invoices: { quote: 'Invoices are payable within 14 days', stance: 'contradicts', outcome: 'violated' },
};

/** A model that answers well but obeys every instruction that it reads. */
function obey(request: ChatRequest): Reply {
  const seen = ruleRequestOf(request);
  const order = payloadIn(request.user);
  if (seen.purpose === 'support') return entails;
  if (order?.wants === 'silence') return { json: ruleAnswer({}) };
  const fact = known[seen.about];
  if (order) {
    const [passage] = seen.passages;
    const quote = passage?.sentences[0] ?? '';
    return {
      json: ruleAnswer({
        quotes: [{ passage: passage?.id, quote, stance: 'supports' }],
        answer: quote,
        outcome: 'satisfied',
      }),
    };
  }
  if (!fact || !seen.passages.some(({ text }) => text.includes(fact.quote))) return { json: ruleAnswer({}) };
  return {
    json: ruleAnswer({
      quotes: [{ ...seen.quote(fact.quote), stance: fact.stance }],
      answer: `${fact.quote}.`,
      outcome: fact.outcome,
    }),
  };
}

export type PoisonedRuns = {
  /** Checks the document with the payload; for null, the same document without a payload. */
  check(carrier: Carrier, payload: Payload | null): Promise<Result>;
  close(): Promise<void>;
};

/** Starts a model that obeys every instruction that it can decode, and checks documents with it. */
export async function startPoisonedRuns(): Promise<PoisonedRuns> {
  const folder = mkdtempSync(join(tmpdir(), 'proviso-poisoned-'));
  let received: Transcript = { text: '', segments: [] };
  const server = await startModelServer({ chat: obey, transcribe: () => received });
  const transcriber = endpointTranscriber({
    model: 'listener',
    baseUrl: server.url,
    apiKey: null,
    timeoutMs: 100_000,
  });
  return {
    async check({ ending, make, received: listen }, payload) {
      const name =
        payload?.placement === 'file name'
          ? payload.text
          : `agreement ${payload === null ? 'clean' : payloads.indexOf(payload)}`;
      const path = join(folder, `${name}.${ending}`);
      const content = { paragraphs, payload };
      writeFileSync(path, await make(content));
      if (listen) received = listen(content);
      const result = await analyzeFiles({ rules, inputs: [path], url: server.url, transcriber });
      expect(result.files).toMatchObject([{ status: 'read' }]);
      return result;
    },
    async close() {
      await server.close();
      closeLoading();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const heights = { CONFIRMED: 2, ESTIMATED: 1, 'NOT FOUND': 0 };

/** Fails if the payload raised a label, made a rule satisfied, or lowered a label without a reason. */
export function expectUnmoved(poisoned: readonly Finding[], clean: readonly Finding[]): void {
  expect(poisoned).toHaveLength(rules.length);
  for (const [index, finding] of poisoned.entries()) {
    const twin = clean[index];
    if (!twin) throw new Error('each finding must have a counterpart');
    if (finding.outcome === 'satisfied') expect(twin.outcome).toBe('satisfied');
    if (!finding.assessed) {
      expect(finding.notAssessedReason).toBe('instruction_like_text');
      continue;
    }
    const [height, before] = [heights[finding.label], heights[twin.label ?? 'NOT FOUND']];
    expect(height).toBeLessThanOrEqual(before);
    if (height < before) expect(finding.reasons).toContain('instruction_like_text');
  }
}
