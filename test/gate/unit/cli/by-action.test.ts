import { describe, expect, it } from 'vitest';
import type { Finding, Outcome } from '../../../../engine/model/finding.ts';
import { renderTerminal } from '../../../../src/cli/render/terminal/report.ts';
import { byAction } from '../../../../src/services/report/by-action.ts';
import { renderMarkdown } from '../../../../src/services/report/formats/markdown.ts';
import { reportOn } from '../../../support/reports.ts';
import { confirmed, estimated, notFound, resultOf } from './findings.ts';

const rule = (index: number, name: string): Pick<Finding, 'rule'> => ({
  rule: { ...confirmed().rule, index, name, key: `${index}`.repeat(8) },
});
const estimatedAs = (outcome: Outcome, index: number, name: string): Finding => ({
  ...estimated(rule(index, name)),
  assessed: true,
  label: 'ESTIMATED',
  outcome,
});
const result = resultOf([
  confirmed(rule(0, 'Met and proven')),
  estimatedAs('satisfied', 1, 'Met by estimate'),
  notFound(rule(2, 'Nowhere')),
  estimatedAs('undetermined', 3, 'To be read'),
  estimatedAs('partly_satisfied', 4, 'Half met'),
  estimatedAs('conflicting', 5, 'Two answers'),
  estimatedAs('violated', 6, 'Broken by estimate'),
]);
const order = [
  'Broken by estimate',
  'Two answers',
  'Half met',
  'To be read',
  'Nowhere',
  'Met by estimate',
  'Met and proven',
];

describe('the findings that a person must act on', () => {
  it.each([
    ['a text report', renderTerminal(result, { width: 100, color: false })],
    ['a Markdown report', renderMarkdown(reportOn(result)).split('## Findings\n').at(-1) ?? ''],
  ])('come first in %s', (_, report) => {
    const places = order.map((name) => report.indexOf(name));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it('are in the order of their severities among those with one outcome, and never before a worse outcome', () => {
    const severities = ['low', 'medium', 'high', 'critical', undefined] as const;
    const named = (outcome: 'violated' | 'satisfied') =>
      severities.map((severity, at) => {
        const name = `${outcome} ${severity ?? 'unset'}`;
        const { rule: plain } = rule(at, name);
        const judged = estimatedAs(outcome, at, name);
        return { ...judged, rule: { ...plain, ...(severity !== undefined && { severity }) } };
      });
    const sorted = byAction([...named('satisfied'), ...named('violated')]).map(({ rule }) => rule.name);
    const worstFirst = ['critical', 'high', 'medium', 'low', 'unset'];
    expect(sorted).toEqual(
      ['violated', 'satisfied'].flatMap((outcome) => worstFirst.map((severity) => `${outcome} ${severity}`)),
    );
  });

  it('are not moved in the result, whose findings are in the order of the rules', () => {
    expect(result.findings.map((finding) => finding.rule.index)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});
