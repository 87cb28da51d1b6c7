import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import Papa from 'papaparse';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { rulesAsFile, rulesFromCsv, rulesFromYaml } from '../../../dashboard/rule-sets/files/rule-formats.ts';
import { analyze, localJob, localPorts } from '../../../engine/index.ts';
import type { Result } from '../../../engine/model/result.ts';
import { findingRule, type Rule, recordedRuleSchema } from '../../../engine/model/rule.ts';
import { rulesIn } from '../../../src/cli/rules/parse.ts';
import { parseWritten } from '../../../src/cli/written/parse.ts';
import { csvReport } from '../../../src/services/report/formats/csv.ts';
import { htmlReport } from '../../../src/services/report/formats/html.ts';
import { jsonReport } from '../../../src/services/report/formats/json.ts';
import { junitReport } from '../../../src/services/report/formats/junit.ts';
import { sarifReport } from '../../../src/services/report/formats/sarif.ts';
import { markup } from '../../../src/services/report/formats/xml-text.ts';
import { ruleFacts } from '../../../src/services/report/rule-facts.ts';
import { reportOn, textOf } from '../../support/reports.ts';
import { anyRules, everyField } from '../../support/rules.ts';
import { startTestServer } from '../../support/server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder('fields');
writeFileSync(join(folder, 'contract.txt'), 'The Supplier shall notify the Customer within 24 hours.\n');
const server = await startTestServer();
afterAll(() => server.stop());

/** Reads the rules as a rules file and checks a small document against them. */
async function checked(rules: readonly Rule[]): Promise<Result> {
  const read = rulesIn(parseWritten(stringify(rules), 'rules.yaml'));
  expect(read.rules).toEqual(rules);
  return analyze(localJob({ rules: read.rules, inputs: [join(folder, 'contract.txt')] }), localPorts());
}

const recordSchema = z.object({
  data: z.looseObject({ _id: z.string(), rules: z.array(recordedRuleSchema) }),
});

describe('every field of a rule', () => {
  it('is in the result of a check and in every report that is made for programs', async () => {
    await fc.assert(
      fc.asyncProperty(anyRules, async (random) => {
        const rules = [...random, { ...everyField, id: 'last' }];
        const result = await checked(rules);
        const used = result.rules ?? [];
        expect(used.map(({ key: _, index: _index, ...rule }) => rule)).toEqual(rules);
        expect(result.findings.map(({ rule }) => rule)).toEqual(used.map(findingRule));

        const report = reportOn(result);
        const written = z.object({ rules: z.array(z.unknown()) }).parse(JSON.parse(jsonReport(report)));
        expect(written.rules).toEqual(used);

        const rows = Papa.parse<Record<string, string>>(await textOf(csvReport(report)), {
          header: true,
          delimiter: ',',
          newline: '\r\n',
        });
        const [html, junit] = [await textOf(htmlReport(report)), await textOf(junitReport(report))];
        for (const finding of report.findings) {
          const row = rows.data.find(({ Finding }) => Finding === finding.id);
          for (const { name, value } of ruleFacts(finding.rule)) {
            expect(row?.[name]?.replace(/^'/, '')).toBe(value.replace(/^'/, ''));
            expect(html).toContain(markup(`${name}: ${value}`));
            expect(junit).toContain(`<property name="${name}" value="${markup(value)}"/>`);
          }
        }

        const sarif = z
          .object({
            runs: z.tuple([
              z.object({ tool: z.object({ driver: z.object({ rules: z.array(z.looseObject({})) }) }) }),
            ]),
          })
          .parse(JSON.parse(sarifReport(report)));
        expect(sarif.runs[0].tool.driver.rules).toMatchObject(
          used.map((rule) => {
            const { key, index: _, name: _name, description: _description, ...others } = findingRule(rule);
            const tags = others.tags && { tags: [...new Set(others.tags)] };
            return { id: key, ...(Object.keys(others).length > 0 && { properties: { ...others, ...tags } }) };
          }),
        );
      }),
      { numRuns: 15 },
    );
  });

  it('survives the API, a change of another rule, and an export that is imported again', async () => {
    const { owner } = server;
    await fc.assert(
      fc.asyncProperty(anyRules, async (random) => {
        const rules = [{ name: 'Other', description: 'Another rule.' }, ...random];
        const body = { name: 'n', description: 'd', rules };
        const made = recordSchema.parse((await owner.request('POST', '/v1/politics', { body })).body).data;
        const path = `/v1/politics/${made._id}`;
        await owner.request('PATCH', path, { body: { updateRule: { index: 0, description: 'Changed.' } } });
        const stored = recordSchema.parse((await owner.request('GET', path)).body).data;
        expect(stored.rules.slice(1)).toEqual(random);
        const file = { rules: stored.rules, outputFormat: null };
        expect(rulesFromYaml(rulesAsFile(file, 'yaml')).rules).toEqual(stored.rules);
        expect(rulesFromYaml(rulesAsFile(file, 'json'), 'rules.json').rules).toEqual(stored.rules);
        expect(rulesFromCsv(rulesAsFile(file, 'csv')).rules).toEqual(stored.rules);
      }),
      { numRuns: 25 },
    );
  });
});
