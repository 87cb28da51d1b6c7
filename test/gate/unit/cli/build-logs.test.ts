import { expect, it } from 'vitest';
import { pageFor, paragraph } from '../../../../src/cli/render/terminal/page.ts';
import { clean } from '../../../../src/services/report/clean.ts';

/** What GitHub, Azure Pipelines and TeamCity take as a command in a line of a log. */
const isCommand = (line: string) => /##\w*\[/.test(line) || line.trimStart().startsWith('::');

it('words of a document in the log of a build server are never its commands', () => {
  const page = pageFor({ width: 60, color: false });
  const words = [
    '::stop-commands::x',
    '::error::forged',
    '##[stop-commands]x',
    '##vso[task.setvariable variable=a]b',
  ];
  for (const word of words) {
    const lines = paragraph(page, clean(`${word} `.repeat(40)));
    expect(lines.filter(isCommand), word).toEqual([]);
    expect(lines.join('').replaceAll('\u2060', ''), word).toContain(word.split(' ')[0]);
  }
});
