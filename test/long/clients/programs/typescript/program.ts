import { setTimeout as wait } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from './proviso.js';

type Problem = components['schemas']['Problem'];
type Citation = components['schemas']['Citation'];

const { PROVISO_URL = '', PROVISO_TOKEN = '' } = process.env;
const proviso = createClient<paths>({
  baseUrl: `${PROVISO_URL}/v1`,
  headers: { 'api-token': PROVISO_TOKEN },
});

const politics = reported(
  await proviso.POST('/politics', {
    params: { header: { 'Idempotency-Key': 'the rules' } },
    body: {
      name: 'Supplier contracts',
      description: 'What every contract with a supplier must say.',
      rules: [{ name: 'Payment term', description: 'Invoices shall be paid within 30 days of receipt.' }],
      outputFormat: { term: 'the payment term' },
    },
  }),
).data;
const project = reported(
  await proviso.POST('/projects', {
    body: {
      name: 'Contract with Acme',
      description: 'The draft of May.',
      politicsId: politics._id,
      files: [
        { name: 'terms.txt', type: 'text', content: 'Invoices shall be paid within 30 days of receipt.\n' },
      ],
    },
  }),
).data;
const one = { params: { path: { id: project._id } } };
reported(await proviso.PUT('/projects/{id}', { ...one, body: { status: 'deploying' } }));

let { status } = project;
for (const until = Date.now() + 60_000; status !== 'completed' && Date.now() < until; await wait(200)) {
  status = reported(await proviso.GET('/projects/{id}', one)).data.status;
}

const { data: findings, total } = reported(
  await proviso.GET('/projects/{id}/findings', {
    params: { path: one.params.path, query: { pageSize: 50 } },
  }),
);
const found = findings.map((finding) => ({
  rule: finding.rule.name,
  label: finding.assessed ? finding.label : finding.notAssessedReason,
  quotes: finding.citations.map((citation) => ({ quote: citation.quote, where: whereOf(citation) })),
}));
const unknown = await proviso.GET('/projects/{id}', { params: { path: { id: '0'.repeat(24) } } });
process.stdout.write(JSON.stringify({ status, total, found, problem: unknown.error?.code }));

function whereOf({ locator, source }: Citation): string {
  switch (locator.kind) {
    case 'page':
      return `${source.name}, page ${locator.page}`;
    case 'lines':
      return `${source.name}, line ${locator.from}`;
    default:
      return source.name;
  }
}

function reported<Data>({ data, error }: { data?: Data; error?: Problem }): Data {
  if (data !== undefined) return data;
  throw new Error(`${error?.code}: ${error?.detail}`);
}
