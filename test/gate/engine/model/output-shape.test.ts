import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../../engine/index.ts';
import type { Json } from '../../../../engine/model/result.ts';
import type { ChatRequest } from '../../../../tools/model-server/protocol.ts';
import type { Reply } from '../../../../tools/model-server/replies.ts';
import { entails, ruleAnswer, ruleRequestOf } from '../../../../tools/model-server/rule-request.ts';
import { type ModelServer, startModelServer } from '../../../support/model-server/model-server.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { analyzeFiles, estimateFiles } from './support/analyze-files.ts';

const words = 'The customer may end the agreement with a notice of 30 days';
const rules = [
  { name: 'Notice', description: 'The customer can end the agreement with a notice of 30 days.' },
  { name: 'Insurance', description: 'The provider holds a liability insurance.' },
];
const usage = { input: 100, output: 10, cached: 0 };

const folder = temporaryFolder('shape');
let server: ModelServer | undefined;
beforeAll(() => {
  writeFileSync(join(folder, 'contract.txt'), `${words}.\n`);
});
afterEach(async () => {
  await server?.close();
});
afterAll(() => closeLoading());

type Choice = { field: string; finding: string | null; part: string };

/**
 * Checks with this output format and a model that chooses the finding for each field. `shapes` are the requests about
 * the format.
 */
async function shaped(outputFormat: Json, choose: Choice[] | Reply) {
  const shapes: ChatRequest[] = [];
  server = await startModelServer({
    chat(request) {
      if (request.schemaName === 'output_shape') {
        shapes.push(request);
        return Array.isArray(choose) ? { json: { fields: choose }, usage } : choose;
      }
      const seen = ruleRequestOf(request);
      if (seen.purpose === 'support') return { ...entails, usage };
      if (seen.about !== 'Notice') return { json: ruleAnswer({}), usage };
      return {
        json: ruleAnswer({
          quotes: [{ ...seen.quote(words), stance: 'supports' }],
          answer: `${words}.`,
          values: [{ name: 'notice period', value: 30, unit: 'days', quotes: [0] }],
          outcome: 'satisfied',
        }),
        usage,
      };
    },
  });
  const inputs = [join(folder, 'contract.txt')];
  const result = await analyzeFiles({ rules, inputs, url: server.url, outputFormat });
  const [notice] = result.findings;
  const estimate = await estimateFiles({ rules, inputs, url: server.url, outputFormat });
  return { ...result, notice: notice?.id, shapes, estimate };
}

describe('an output with meaningless field names, which a model fills,', () => {
  it('has values from findings, with their evidence, and adds one call to the usage', async () => {
    const format = { howLongToWait: 0, whereIsIt: '', label_of_it: '', insured: '', colour: '' };
    const { output, outputSources, outputGaps, notice, shapes, usage, estimate } = await shaped(format, [
      { field: '/howLongToWait', finding: 'F1', part: 'value' },
      { field: '/whereIsIt', finding: 'F1', part: 'file' },
      { field: '/label_of_it', finding: 'F1', part: 'outcome' },
      { field: '/insured', finding: 'F2', part: 'statement' },
      { field: '/colour', finding: null, part: 'none' },
    ]);
    expect(output).toEqual({
      howLongToWait: 30,
      whereIsIt: 'contract.txt',
      label_of_it: 'satisfied',
      insured: null,
      colour: null,
    });
    expect(outputSources['/howLongToWait']).toEqual([{ findingId: notice, citation: 0 }]);
    expect(outputGaps['/insured']).toContain('NOT FOUND');
    expect(shapes).toHaveLength(1);
    expect(shapes[0]?.user).toContain('F1: Notice');
    expect(shapes[0]?.user).not.toContain('may end the agreement');
    expect(usage).toMatchObject({ modelCalls: 4, inputTokens: 400, outputTokens: 40 });
    expect(estimate.most.calls).toBe(estimate.least.calls + 1);
    expect(estimate.most.inputTokens).toBeGreaterThan(estimate.least.inputTokens);
  });

  it('ignores choices of unknown fields or findings, and of parts that do not fit the field', async () => {
    const { output } = await shaped({ howLongToWait: 0, colour: '' }, [
      { field: '/howLongToWait', finding: 'F1', part: 'file' },
      { field: '/colour', finding: 'F9', part: 'statement' },
      { field: '/price', finding: 'F1', part: 'value' },
    ]);
    expect(output).toEqual({ howLongToWait: null, colour: null });
  });

  it('is validated against the schema; a field that fails has its value from the output without a model', async () => {
    const schema = {
      type: 'object',
      properties: {
        howLongToWait: { type: ['integer', 'null'], maximum: 10 },
        Notice: { type: 'string' },
      },
      required: ['howLongToWait', 'Notice'],
    };
    const chosen = [{ field: '/howLongToWait', finding: 'F1', part: 'value' }];
    const { output, outputGaps } = await shaped(schema, chosen);
    expect(output).toEqual({ howLongToWait: null, Notice: `${words}.` });
    expect(outputGaps['/howLongToWait']).toContain('must be <= 10');
  });

  it('is the output without a model, with a warning, if the model fails', async () => {
    const fields = { Notice: '', howLongToWait: 0 };
    const { output, warnings, findings, usage, shapes } = await shaped(fields, { text: 'Hm.' });
    expect(output).toEqual({ Notice: `${words}.`, howLongToWait: null });
    expect(warnings).toMatchObject([{ code: 'output_without_model' }]);
    // Three calls check the rules. The calls that failed were paid for too.
    expect(usage.modelCalls).toBe(3 + shapes.length);
    expect(usage.inputTokens).toBeGreaterThan(300);
    expect(usage.outputTokens).toBeGreaterThan(30);
    expect(findings[0]?.label).toBe('CONFIRMED');
  });

  it('needs no model call if its field names are meaningful instead', async () => {
    const { output, shapes, estimate } = await shaped({ Notice: { label: '', page: 0 } }, []);
    expect(output).toMatchObject({ Notice: { label: 'CONFIRMED' } });
    expect(shapes).toHaveLength(0);
    expect(estimate.most).toEqual(estimate.least);
  });
});
