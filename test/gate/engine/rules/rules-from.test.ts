import { describe, expect, it } from 'vitest';
import { foundIn } from '../../../../engine/rules/extract/found-in.ts';
import { namedRules } from '../../../../engine/rules/extract/naming.ts';
import { source } from '../../../support/sources.ts';

const rulesIn = (...pages: string[]) => namedRules([[...foundIn(source(pages))]]);

const policy = [
  `1 Purpose
This policy explains how staff work with passwords. It applies to everybody.
2 Passwords
2.1 Choosing
Passwords must be at least 12 characters long.
The administrator shall:
(a) change default passwords before a device is used; and
(b) keep a register of accounts.
2.2 Sharing
Staff shall not share passwords. Staff should use a password manager.
A password may be reset only if the owner asks for it.
“Password” means a secret that shall be known to its owner only.`,
  `2.3 Recovery
A recovery code shall be one of the following:
- a code of 8 digits; or
- a code of 6 letters.
For example, a code of digits must not repeat.
Staff shall not share passwords.
3 Background
This section is informative.
Passwords must have been short in the past, and must be long today.`,
] as const;

describe('the rules of a policy', () => {
  const { rules, leftOut } = rulesIn(...policy);
  const described = (words: string) => rules.find(({ description }) => description.includes(words));

  it('are separate for items that “and” joins at a line end, also with a mark such as “b)”', () => {
    const found = rulesIn(
      '6. Employees shall:\n   a) lock their screens; and\n   b) report losses within a day.',
    ).rules;
    expect(found.map(({ description }) => description)).toEqual([
      'Employees shall lock their screens.',
      'Employees shall report losses within a day.',
    ]);
  });

  it('read a list of alternatives as one rule', () => {
    const words =
      'A recovery code shall be one of the following: a code of 8 digits; or a code of 6 letters.';
    expect(described('recovery code')).toMatchObject({
      description: words,
      source: { page: 2, clause: '2.3' },
    });
  });

  it('leave out no normative sentence without a reason', () => {
    expect(leftOut.map(({ quote, reason }) => [quote.split(' ').slice(0, 3).join(' '), reason])).toEqual([
      ['Staff should use', 'recommendation'],
      ['“Password” means a', 'definition'],
      ['For example, a', 'example'],
      ['Passwords must have', 'informative_section'],
    ]);
    expect(rules).toHaveLength(7);
  });

  it('name the section of equal rules in several clauses, and list a repetition in one clause as a duplicate', () => {
    expect(
      rules.filter(({ description }) => description.includes('not share')).map((rule) => rule.description),
    ).toEqual(['Sharing: Staff shall not share passwords.', 'Recovery: Staff shall not share passwords.']);
    const twice = rulesIn('1 Doors\nDoors shall be shut. Doors shall be shut.');
    expect(twice.leftOut).toMatchObject([{ reason: 'duplicate', of: '1-1' }]);
    expect(twice.rules).toHaveLength(1);
  });

  it('have ids and names of their own', () => {
    const names = rules.map(({ name }) => name.toLowerCase());
    expect(new Set(names).size).toBe(rules.length);
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  });
});

describe('defined terms', () => {
  it('are references of the rules that use them, with the words and the place of the definition', () => {
    const { rules } = rulesIn(
      '1 Scope\n“Security Token” means a device that makes codes. Auditor: the person who reads the logs.\n' +
        '2 Duties\nStaff shall carry their security tokens. Codes sent by means other than a token shall expire.',
      '3 Glossary\nSTAFF: All people who work for the company.\nToken: See security token.\n' +
        '4 Logs\nThe auditor shall read the logs.',
    );
    expect(rules.map(({ description, references = [] }) => [description, ...references])).toEqual([
      [
        'Staff shall carry their security tokens.',
        'Definition in FILE, page 1, clause 1: “Security Token” means a device that makes codes.',
        'Definition in FILE, page 2, clause 3: STAFF: All people who work for the company.',
      ].map((text) => text.replace('FILE', rules[0]?.source.file ?? '')),
      ['Codes sent by means other than a token shall expire.'],
      [
        'The auditor shall read the logs.',
        'Definition in FILE, page 1, clause 1: Auditor: the person who reads the logs.',
      ].map((text) => text.replace('FILE', rules[0]?.source.file ?? '')),
    ]);
  });
});

describe('a table of requirements', () => {
  it.each([
    ['whose column is called so', 'ID | Requirement | Owner\n', ['IT', 'HR', 'IT']],
    ['whose rows say whether they are mandatory', '', ['Mandatory', 'Optional', 'Mandatory']],
    ['in Markdown', '| ID | Security requirement | Status |\n|----|:---|---|\n', ['Required', 'May', 'M']],
  ])('%s makes a rule of each row, without "shall"', (_, head, [first, second, third]) => {
    const { rules, leftOut } = rulesIn(
      `1 Access\n${head}AC-1 | Accounts are approved by a manager | ${first}\n` +
        `AC-2 | Guests get a badge | ${second}\nAC-3(1) | Accounts must not be shared. | ${third}\n\nStaff shall lock screens.`,
    );
    const badge = second === 'HR' ? ['Guests get a badge.', 'AC-2', 'obligation'] : [];
    expect(
      rules.map(({ description, source: { clause }, modality }) => [description, clause, modality]),
    ).toEqual(
      [
        ['Accounts are approved by a manager.', 'AC-1', 'obligation'],
        badge,
        ['Accounts must not be shared.', 'AC-3(1)', 'prohibition'],
        ['Staff shall lock screens.', '1', 'obligation'],
      ].filter(({ length }) => length > 0),
    );
    expect(rules[0]?.source.quote).toBe(`AC-1 | Accounts are approved by a manager | ${first}`);
    expect(leftOut.map(({ reason }) => reason)).toEqual(second === 'HR' ? [] : ['permission']);
  });

  it.each(['', '| '])(
    'has the positions of a rule, if the heads of its columns say so (lines begin with “%s”)',
    (bar) => {
      const row = (...cells: string[]) => `${bar}${cells.join(' | ')}${bar === '' ? '' : ' |'}`;
      const { rules } = rulesIn(
        [
          row('Topic', 'Preferred position', 'Fallback 1', 'Fallback 2', 'Not acceptable', 'Standard clause'),
          row(
            'Cap',
            'Liability has no cap',
            'A cap of two years',
            '',
            'Unlimited loss',
            'Liability is limited.',
          ),
          row('', 'Data are deleted in 30 days', '', 'In 60 days', '-', ''),
        ].join('\n'),
      );
      expect(rules.map(({ name, description }) => [name, description])).toEqual([
        ['Cap: Liability has no cap', 'Liability has no cap.'],
        ['Data are deleted in 30 days', 'Data are deleted in 30 days.'],
      ]);
      expect(
        rules.map(({ preferred, fallbacks, never, wording }) => ({ preferred, fallbacks, never, wording })),
      ).toEqual([
        { fallbacks: ['A cap of two years'], never: 'Unlimited loss', wording: 'Liability is limited.' },
        { fallbacks: ['In 60 days'] },
      ]);
    },
  );

  it('is not a table whose cells are topics', () => {
    const { rules } = rulesIn(
      '4 Levels\nRequirement | Level 1 | Level 2\nReauthentication | 30 days | 12 hours',
    );
    expect(rules).toEqual([]);
  });
});

describe('sentences about the document', () => {
  it.each([
    '“Shall” marks a duty.',
    'The terms “SHALL” and “SHALL NOT” indicate requirements that have to be met.',
    'The key words "MUST", "MUST NOT" and "MAY" in this document are to be interpreted as described in RFC 2119.',
    'In this policy, the word "must" means that an act is required.',
  ])('%s', (sentence) => {
    expect(rulesIn(`1 Words\n${sentence}`)).toMatchObject({
      rules: [],
      leftOut: [{ reason: 'about_this_document' }],
    });
  });
});

it('A duty whose extent is open, "as may be required", is a rule', () => {
  const { rules, leftOut } = rulesIn(
    '1 Help\nThe Supplier agrees to give such help as may be required. The Supplier may be required to pay.',
  );
  expect(rules).toHaveLength(1);
  expect(leftOut).toMatchObject([{ reason: 'possibility' }]);
});

describe('the rules of a contract', () => {
  it('have the clauses whose numbers are inside a line', () => {
    const { rules } = rulesIn(
      'The parties agree: 1. Services. 1.1 Provision. The Supplier shall provide the Services under Section 1.2. ' +
        '1.2 Records. The Supplier shall keep records. 2. Fees. 2.1 Amount. The Customer shall pay the fees.',
    );
    expect(rules.map(({ source: { clause }, description }) => [clause, description])).toEqual([
      ['1.1', 'The Supplier shall provide the Services under Section 1.2.'],
      ['1.2', 'The Supplier shall keep records.'],
      ['2.1', 'The Customer shall pay the fees.'],
    ]);
  });

  it('join every item to the words that introduce the list, whatever the item begins with', () => {
    const { rules } = rulesIn(
      '4.1 Carriage\nThe Carrier agrees to do the following:\n(i) Offer courier services;\n(ii) Will collect parcels daily.\n' +
        '4.2 Cookies\nCookies used for sessions:\n1. SHALL be tagged as secure.\n2. SHALL expire after an hour.',
    );
    expect(rules.map(({ description }) => description)).toEqual([
      'The Carrier agrees to do the following: Offer courier services; Will collect parcels daily.',
      'Cookies used for sessions SHALL be tagged as secure.',
      'Cookies used for sessions SHALL expire after an hour.',
    ]);
  });
});

it('have the clause and the title of a marked heading with a number, and include bans that begin with “nobody”', () => {
  const own = source([
    '# Work policy\n\n## 1 Security\n\n1.1 Nobody may store keys on a private device.\n1.2 Staff shall lock their screens.',
  ]);
  const { text } = own.content;
  const headings = ['# Work policy', '## 1 Security'].map((line, at) => ({
    start: text.indexOf(line),
    end: text.indexOf(line) + line.length,
    level: at + 1,
    text: line.replace(/^#+ /, ''),
  }));
  const marked = { ...own, content: { ...own.content, headings } };
  const { rules } = namedRules([[...foundIn(marked)]]);
  expect(rules).toMatchObject([
    {
      group: '1.1 Security',
      modality: 'prohibition',
      source: { clause: '1.1' },
      name: expect.stringMatching(/^Security: /),
    },
    { group: '1.2 Security' },
  ]);
});
