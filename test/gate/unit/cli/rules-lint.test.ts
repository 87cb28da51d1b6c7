import { expect, it } from 'vitest';
import { lintText } from '../../../../src/cli/rules/lint/lint-file.ts';
import { renderLint } from '../../../../src/cli/rules/lint/render.ts';

const linting = { knowledge: [], maxRules: 100, signal: new AbortController().signal };
const lint = (text: string, path = 'rules.yaml') => lintText(text, path, linting);

const written = `# What we ask of suppliers.
rules:
  - name: Breach   # agreed in May
    description: The Supplier shall notify the Customer  of a data breach within 24 hours
  - name: Logs
    description: >-
      The Supplier shall keep the audit logs
      for an adequate time.
  - name: "Locks"
    description: "The \\"Supplier\\" shall lock the doors as soon as possible."
  - name: Backups
    description: The Supplier shall encrypt all backups.
  - name: Backups
    description: The Supplier shall encrypt all backups.
`;

it('the place of a problem is where its words are in the file', async () => {
  const { problems } = await lint(written);
  const lines = written.split('\n');
  const found = problems
    .filter(({ code }) => code === 'vague_words')
    .map(({ line = 0, column = 0, endColumn = 0 }) => lines[line - 1]?.slice(column - 1, endColumn - 1));
  expect(found).toEqual(['adequate', 'as soon as possible']);
});

it('the place of a problem in a JSON file is where its words are', async () => {
  const text =
    '[\n {"name": "Locks", "description": "The \\"Supplier\\" shall lock the doors as soon as possible."}\n]';
  const [problem] = (await lint(text, 'rules.json')).problems;
  const column = (text.split('\n')[1] ?? '').indexOf('as soon') + 1;
  expect(problem).toMatchObject({ line: 2, column });
});

it('SARIF has a rule for every code, and the region of every problem', async () => {
  const log: unknown = JSON.parse(renderLint([await lint(written)], 'sarif', { width: 80, color: false }));
  expect(log).toMatchObject({
    version: '2.1.0',
    runs: [
      {
        results: expect.arrayContaining([
          expect.objectContaining({ ruleId: 'vague_words', level: 'warning' }),
        ]),
      },
    ],
  });
});

it('the text names the place, the severity and the code, and ends with the sum', async () => {
  const text = renderLint([await lint(written)], 'text', { width: 100, color: false });
  expect(text).toContain('rules.yaml:8:14  warning  vague_words  Logs');
  expect(text).toMatch(/5 rules, 3 problems: 0 errors, 3 warnings, 0 info\n$/);
});

it('a file with more rules than the maximum is rejected', async () => {
  await expect(lintText(written, 'rules.yaml', { ...linting, maxRules: 4 })).rejects.toThrow('has 5 rules');
});
