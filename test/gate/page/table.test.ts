import { describe, expect, it } from 'vitest';
import { isTable } from '../../../dashboard/rule-sets/files/rules-from-text.ts';
import { guessed, rowsOf, rulesOf } from '../../../dashboard/rule-sets/files/table.ts';

const pasted = [
  'No.\tTopic\tRequirement\tPriority\tDue\tKeywords',
  '1\tIncidents\tThe supplier shall answer within 4 hours.\tHigh\t2026-12-31\tservice; speed, cost',
  '',
  '2\t\t"Invoices shall be paid\nwithin 30 days."\turgent\tsoon\t',
  '2\tData\tData shall not leave the EEA.\tl\t\t',
  '4\tEmpty\t\t\t\t',
].join('\n');

describe('cells of a spreadsheet', () => {
  it('become rules by the titles of their columns, and what no field can hold is left out and named', () => {
    const rows = rowsOf(pasted);
    const { mapping, titleRow } = guessed(rows);
    expect(mapping).toEqual(['id', 'name', 'description', 'severity', 'deadline', 'tags']);
    expect(rulesOf(rows, mapping, titleRow)).toEqual({
      rules: [
        {
          ...{ id: '1', name: 'Incidents', description: 'The supplier shall answer within 4 hours.' },
          ...{ severity: 'high', deadline: '2026-12-31', tags: ['service', 'speed', 'cost'] },
        },
        {
          ...{ id: '2', name: 'Invoices shall be paid within 30 days' },
          description: 'Invoices shall be paid\nwithin 30 days.',
        },
        { name: 'Data', description: 'Data shall not leave the EEA.', severity: 'low' },
      ],
      left: [
        'Severity “urgent” of row 4 is not one of critical, high, medium, low: the rule has no severity.',
        'Deadline “soon” of row 4 is not valid: the rule has no deadline.',
        'Id “2” of row 5 is used above: the rule has no id.',
      ],
    });
  });

  it('of a playbook become the positions of a rule, the fallbacks of one or several columns', () => {
    const titles = [
      'Clause',
      'Preferred position',
      'Fallback 1',
      'Acceptable',
      'Not acceptable',
      'Standard clause',
    ];
    const rows = [
      titles,
      ['Liability', 'No cap.', 'A cap of two years.', '', 'No liability.', 'Liability is not limited.'],
    ];
    const { mapping, titleRow } = guessed(rows);
    expect(mapping).toEqual([null, 'preferred', 'fallbacks', 'fallbacks', 'never', 'wording']);
    const read = (own: typeof mapping) => rulesOf(rows, own, titleRow).rules;
    const others = {
      fallbacks: ['A cap of two years.'],
      never: 'No liability.',
      wording: 'Liability is not limited.',
    };
    expect(read(mapping)).toEqual([{ name: 'No cap', description: 'No cap.', ...others }]);
    expect(read(['description', ...mapping.slice(1)])).toEqual([
      { name: 'Liability', description: 'Liability', preferred: 'No cap.', ...others },
    ]);
  });

  it('without titles have the rules in the column with most text', () => {
    const rows = rowsOf('A\tThe supplier shall insure its staff.\nB\tThe customer pays.');
    const { mapping, titleRow } = guessed(rows);
    const count = rulesOf(rows, mapping, titleRow).rules.length;
    expect([mapping, titleRow, count]).toEqual([[null, 'description'], -1, 2]);
  });

  it('have the words of a column “Control”, not its ids, and no title in a numbered list', () => {
    const { mapping } = guessed(rowsOf('Control ID\tControl\tOwner\nAC-1\tDoors are locked.\tAda'));
    expect(mapping).toEqual(['id', 'description', 'owner']);
    expect(guessed(rowsOf('1.\tAccess control is in place\n2.\tInvoices are paid')).titleRow).toBe(-1);
  });

  it('have a kind or a modality by the values of a column “Type”, and leave out a column that no field can hold', () => {
    const cells = (type: string) =>
      rowsOf(`Rule name\tRule text\tType\tSeverity\tNotes\nFee\tWhen is it due?\t${type}\tHoch\tMay`);
    for (const [type, field] of [
      ['Question', { kind: 'question' }],
      ['obligation', { modality: 'obligation' }],
      ['commercial', {}],
    ] as const) {
      const { mapping, titleRow } = guessed(cells(type));
      expect(rulesOf(cells(type), mapping, titleRow)).toEqual({
        rules: [{ name: 'Fee', description: 'When is it due?', severity: 'high', ...field }],
        left: [`Left out: ${type === 'commercial' ? 'the column Type; ' : ''}the column Notes.`],
      });
    }
  });

  it('below the title of the sheet become rules by the row that names the columns, which a person can choose', () => {
    const title = 'Contract review: what we expect';
    const rows = rowsOf(
      [
        ...[`${title},,,,`, ',,,,', 'Ref,Theme,What we expect,Weight,Owner'],
        ...['A1,Liability,Liability is capped.,Mid,Legal', 'A2,Notice,Notice is in writing.,Moderate,Ada'],
      ].join('\n'),
    );
    const { mapping, titleRow } = guessed(rows);
    expect([mapping, titleRow]).toEqual([['id', 'group', 'description', 'severity', 'owner'], 2]);
    const own = { severity: 'medium' };
    expect(rulesOf(rows, mapping, titleRow)).toEqual({
      rules: [
        {
          ...{ id: 'A1', name: 'Liability is capped', description: 'Liability is capped.', ...own },
          ...{ group: 'Liability', owner: 'Legal' },
        },
        {
          ...{ id: 'A2', name: 'Notice is in writing', description: 'Notice is in writing.', ...own },
          ...{ group: 'Notice', owner: 'Ada' },
        },
      ],
      left: [`Left out: row 1, “${title}”.`],
    });
    const unknown = rows.with(2, ['Aa', 'Bb', 'Cc', 'Dd', 'Ee']);
    const none = guessed(unknown);
    const count = ({ mapping: columns, titleRow: at }: typeof none) =>
      rulesOf(unknown, columns, at).rules.length;
    expect([none.titleRow, count(none), count(guessed(unknown, 2))]).toEqual([-1, 3, 2]);
  });

  it('are told from lines of text', () => {
    expect(isTable(pasted)).toBe(true);
    expect(isTable('The supplier\tpays.\nThe customer waits.\nNobody leaves.')).toBe(false);
  });
});
