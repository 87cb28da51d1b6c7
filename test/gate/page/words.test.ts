import { describe, expect, it } from 'vitest';
import {
  emailProblem,
  invitedEmailProblem,
  newPasswordProblem,
} from '../../../dashboard/account/account-rules.ts';
import { deviceOf } from '../../../dashboard/account/session-list.tsx';
import { actionWords, originWords } from '../../../dashboard/audit/entry-words.ts';
import { isDone } from '../../../dashboard/home/home-page.tsx';
import { countOf, outcomes, stateOf } from '../../../dashboard/parts/words.ts';
import { choicesOf } from '../../../dashboard/rule-sets/choices.ts';
import {
  changesBetween,
  contentOf,
  type Draft,
  draftOf,
  draftRule,
  emptyDraft,
  moved,
  outputShapeOf,
} from '../../../dashboard/rule-sets/draft.ts';
import { gridOf, valueText } from '../../../dashboard/run/grid/grid.ts';
import { gridSearch } from '../../../dashboard/run/grid/grid-search.ts';
import { failureOf } from '../../../dashboard/service/failure.ts';
import type { AuditEntry, Finding, Token } from '../../../dashboard/service/service.ts';
import { dayOf, expiryHint } from '../../../dashboard/tokens/expiry.ts';
import { permissionsOf, permissionWords } from '../../../dashboard/tokens/permissions.ts';
import { asRole, roleOptions } from '../../../dashboard/workspaces/role-words.ts';
import { ProvisoConnectionError, ProvisoRequestError } from '../../../src/client/index.ts';
import { openWords } from '../../../src/services/report/words.ts';
import { finding } from '../../support/findings.ts';

describe('a choice of rule sets', () => {
  it('tells apart those that have the same name', () => {
    const rules = [{ name: 'Rent', description: 'Paid.' }];
    const set = (_id: string, name: string, description: string) => ({
      ...{ _id, name, description, rules, updatedAt: '2026-01-01T12:00:00.000Z' },
    });
    const choices = choicesOf([set('1', 'A', 'Of 2025'), set('2', 'A', 'A'), set('3', 'B', 'Other')]);
    expect(choices.map(([id, words]) => [id, words.replace(/changed .*\)/, 'changed …)')])).toEqual([
      ['1', 'A: Of 2025 (1 rule, changed …)'],
      ['2', 'A (1 rule, changed …)'],
      ['3', 'B'],
    ]);
  });
});

describe('a draft of a rule set', () => {
  const content = {
    ...{ name: 'Leases', description: 'All', rules: [{ name: 'Rent', description: 'Paid.' }] },
    ...{ knowledgeFiles: [], contactNotifications: ['a@example.org'], outputFormat: { a: 1 } },
    secondSignOff: false,
  };

  it('is sent as it was read if nothing was changed', () => {
    expect(contentOf(draftOf(content))).toEqual(content);
    expect(changesBetween(content, content)).toEqual([
      'The order of the rules or another setting was changed.',
    ]);
  });

  it('has no description if the stored one only repeats the name', () => {
    expect(draftOf({ ...content, description: 'Leases' }).description).toBe('');
    expect(draftOf(content).description).toBe('All');
  });

  it('is sent without blank rules, fields and entries, and a missing text is replaced', () => {
    const rules = [
      draftRule({ name: ' ', description: '' }),
      draftRule({
        name: ' Rent ',
        description: ' ',
        tags: [' ', 'money'],
        owner: '  ',
        examples: { satisfies: [''] },
      }),
      draftRule({ name: '', description: 'x'.repeat(90), tags: [''] }),
    ];
    const draft: Draft = { ...emptyDraft, name: ' Leases ', rules };
    expect(contentOf(draft)).toEqual({
      ...{ name: 'Leases', description: 'Leases', knowledgeFiles: [], contactNotifications: [] },
      ...{ outputFormat: null, secondSignOff: false },
      rules: [
        { name: 'Rent', description: 'Rent', tags: ['money'], examples: {} },
        { name: 'x'.repeat(80), description: 'x'.repeat(90) },
      ],
    });
    expect(new Set(rules.map(({ row }) => row)).size).toBe(3);
  });

  it('moves a rule to another place', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'b', 'c']);
    expect(moved(['a', 'b'], 5, 0)).toEqual(['a', 'b']);
  });

  it('has an output shape only if its text is a JSON object', () => {
    expect(outputShapeOf(' ')).toEqual({ value: null });
    expect(outputShapeOf('{"a": [1]}')).toEqual({ value: { a: [1] } });
    for (const text of ['[1]', 'null', '1', '"a"'])
      expect(outputShapeOf(text), text).toEqual({
        problem: expect.stringContaining('must be a JSON object'),
      });
    expect(outputShapeOf('{')).toEqual({ problem: expect.stringContaining('is not valid JSON') });
  });

  it('names everything that another editor changed', () => {
    const rule = (name: string, description: string) => ({ name, description });
    const knowledge = (name: string) => ({ name, type: 'pdf' as const, url: 'https://example.org/a.pdf' });
    const before = {
      ...content,
      rules: [rule('Rent', 'Paid.'), rule('Lift', 'Clean.'), rule('Gate', 'Shut.')],
      knowledgeFiles: [knowledge('old.pdf')],
    };
    const after = {
      ...{ name: 'Shops', description: 'Some', outputFormat: null, contactNotifications: ['b@example.org'] },
      rules: [rule('Rent', 'Paid monthly.'), rule('Gate', 'Shut.'), rule('Pets', 'None.')],
      knowledgeFiles: [knowledge('old.pdf'), knowledge('new.pdf')],
      secondSignOff: true,
    };
    expect(changesBetween(before, after)).toEqual([
      'The name is now “Shops”.',
      'The description is now “Some”.',
      'The rule “Rent” was changed: Paid monthly.',
      'The rule “Pets” was added: None.',
      'The rule “Lift” was removed.',
      'The knowledge file “new.pdf” was added.',
      'The recipient “b@example.org” was added.',
      'The recipient “a@example.org” was removed.',
      'The output shape was changed.',
      'A second person must sign off now.',
    ]);
  });
});

describe('the grid of files and rules', () => {
  type Values = Finding['values'];
  const cell = (name: string, fileIndex: number, rule: string, parts: object = {}): Finding => {
    const key = rule.toLowerCase();
    const subject = { kind: 'file' as const, fileIndex, name };
    const made = finding({ rule: { key, index: 0, name: rule, description: `About ${rule}.` }, subject });
    return JSON.parse(JSON.stringify({ ...made, ...parts }));
  };
  const days = (value: number | string, unit = 'days'): { values: Values } => ({
    values: [{ name: 'notice', value, unit, citations: [] }],
  });
  const findings = [
    cell('b.pdf', 1, 'Notice', days(30)),
    cell('a.pdf', 0, 'Notice', days(9)),
    cell('c.pdf', 2, 'Notice', { label: 'NOT FOUND', outcome: 'violated' }),
    cell('d.pdf', 3, 'Notice'),
    cell('a.pdf', 0, 'Fee', { label: 'ESTIMATED', outcome: 'violated' }),
    cell('e.pdf', 4, 'Fee'),
  ];
  const shown = (search: Parameters<typeof gridOf>[1]) => {
    const { rows, columns } = gridOf(findings, search);
    return [rows.map(({ name }) => name[0]).join(''), columns.map(({ name }) => name).join()];
  };

  it.each<[Parameters<typeof gridOf>[1], string, string]>([
    [{}, 'bacde', 'Notice,Fee'],
    [{ files: ' A.PDF ' }, 'a', 'Notice,Fee'],
    [{ rules: 'about fee' }, 'bacde', 'Fee'],
    [{ answers: '30 DAYS' }, 'b', 'Notice,Fee'],
    [{ answers: 'possibly' }, 'a', 'Notice,Fee'],
    [{ answers: 'possibly', rules: 'Notice' }, '', 'Notice'],
    [{ sort: 'notice' }, 'abcde', 'Notice,Fee'],
    [{ sort: 'notice', order: 'descending' }, 'badce', 'Notice,Fee'],
    [{ sort: 'fee' }, 'aebcd', 'Notice,Fee'],
    [{ columns: 'files', files: 'a.pdf' }, 'NF', 'a.pdf'],
    [{ columns: 'files', answers: 'possibly', files: 'a.pdf' }, 'F', 'a.pdf'],
    [{ columns: 'files', sort: '0', files: 'a.pdf' }, 'FN', 'a.pdf'],
    [{ columns: 'files', sort: '0', order: 'descending', files: 'a.pdf' }, 'NF', 'a.pdf'],
  ])('shows for %j the rows %s and the columns %s', (search, rows, columns) => {
    expect(shown(search)).toEqual([rows, columns]);
  });

  it('has the files as columns if there are more rules, whatever is searched for', () => {
    const ofOneFile = findings.filter(({ subject }) => subject.kind === 'file' && subject.fileIndex === 0);
    expect(gridOf(ofOneFile, { rules: 'fee' }).columns).toMatchObject([{ name: 'a.pdf' }]);
  });

  it('names files without the folders that they share, and finds them by these folders too', () => {
    const inFolders = ['in/all/a/x.pdf', 'in/all/a-b/y.pdf'].map((name, at) => cell(name, at, 'Fee'));
    expect(gridOf(inFolders, { files: 'all/a' }).rows).toMatchObject([
      { name: 'a/x.pdf' },
      { name: 'a-b/y.pdf' },
    ]);
  });

  it('has the finding of each file and rule', () => {
    const { cell: at } = gridOf(findings, {});
    expect(at({ key: '0' }, { key: 'fee' })).toBe(findings[4]);
    expect(at({ key: '1' }, { key: 'fee' })).toBeUndefined();
  });

  it('shows the values of an answer, with their names if there are several', () => {
    const values: Values = [
      { name: 'fee', value: 20, unit: 'euro', citations: [] },
      { name: 'late', value: true, citations: [] },
      { name: 'word', value: 'net', unit: '', citations: [] },
    ];
    expect(valueText({ ...cell('a', 0, 'Fee'), values })).toBe('fee: 20 euro; late: yes; word: net');
    expect(valueText({ ...cell('a', 0, 'Fee'), ...days(9) })).toBe('9 days');
    expect(valueText({ ...cell('a', 0, 'Fee'), values: [] })).toBeNull();
  });

  it('reads its address without what is unknown or not valid', () => {
    const valid = { files: 'a', rules: 'b', answers: '30', sort: 'k', order: 'descending' };
    expect(gridSearch({ ...valid, answers: 30, more: 1 })).toEqual(valid);
    expect(gridSearch({ files: '', rules: null, answers: ['a'], order: 'ascending' })).toEqual({});
  });
});

describe('a failed call', () => {
  const problem = (code: string, detail: string, errors: { path: string; message: string }[] = []) => ({
    ...{ type: 'about:blank', title: 't', status: 400, detail, code, requestId: 'r-1', errors },
    ...{ success: false as const, message: detail },
  });
  const told = (code: string, retry: number | null = null) =>
    failureOf(new ProvisoRequestError(problem(code, 'the words of the service'), retry)).text;

  it('is told in words for people, and names the fields that the service names', () => {
    expect(told('wrong_credentials')).toContain('The email or the password is wrong.');
    expect(told('internal')).toBe('Something failed on the server. Its log has the reason under r-1.');
    expect(told('precondition_failed')).toContain('Somebody else has changed this');
    expect(told('politics_missing')).toContain('rule set of this project was deleted');
    expect(told('anything_else')).toBe('The words of the service.');
    expect(told('rate_limited')).toBe('Too many attempts. Wait a little, then try again.');
    expect(told('rate_limited', 1)).toContain('Wait 1 second,');
    expect(told('rate_limited', 89)).toContain('Wait 89 seconds,');
    expect(told('rate_limited', 90)).toContain('Wait 2 minutes,');
    const errors = [{ path: 'name', message: 'is required' }];
    expect(
      failureOf(new ProvisoRequestError(problem('validation_failed', 'is wrong', errors), null)),
    ).toEqual({
      ...{ code: 'validation_failed', text: 'Is wrong.', fields: { name: 'Is required.' } },
    });
    expect(failureOf(new ProvisoConnectionError('no answer'))).toMatchObject({
      code: 'unreachable',
      fields: {},
    });
  });
});

describe('words on the page', () => {
  it('name all that is open in a run by the words of the findings, and whether it is incomplete', () => {
    const none = Object.fromEntries(outcomes.map((outcome) => [outcome, 0]));
    const counts = (more: object): Record<(typeof outcomes)[number], number> =>
      JSON.parse(JSON.stringify({ ...none, ...more }));
    const open = { violated: 2, partly_satisfied: 1, conflicting: 2, undetermined: 4, satisfied: 8 };
    expect(openWords({ notReviewed: 5, outcomes: counts(open) })).toBe(
      '2 violations, 2 conflicting, 1 partly satisfied, 4 undetermined, 5 not reviewed',
    );
    expect(openWords({ notReviewed: 0, outcomes: counts({ conflicting: 1 }) })).toBe('1 conflicting');
    expect(openWords({ notReviewed: 0, outcomes: counts({ satisfied: 3 }) })).toBe('nothing');
    expect(openWords({ notReviewed: 1, outcomes: null })).toBe('1 not reviewed');
    expect(openWords({ notReviewed: 0, outcomes: null })).toBe('unknown');
    expect(countOf(1, 'rule') + countOf(0, 'rule')).toBe('1 rule0 rules');
    const summary = { labels: null, outcomes: null, incomplete: true };
    const state = (more: object) =>
      stateOf(JSON.parse(JSON.stringify({ state: 'completed', summary, ...more }))).word;
    expect(state({})).toBe('Completed in part');
    expect(state({ summary: { ...summary, incomplete: false } })).toBe('Completed');
    expect(state({ state: 'failed' })).toBe('Failed');
  });

  it('call a project done once all who must sign have signed, or all was read and reviewed', () => {
    const run = {
      state: 'completed',
      summary: { incomplete: false },
      review: { notReviewed: 0 },
      signOff: null,
    };
    const done = (more: object) => isDone(JSON.parse(JSON.stringify({ run: { ...run, ...more } })));
    const [unread, signed] = [{ summary: { incomplete: true } }, { outdated: false }];
    expect([{}, { ...unread, signOff: signed }].map(done)).toEqual([true, true]);
    const open = [unread, { review: { notReviewed: 1 } }, { state: 'failed' }, { state: 'running' }];
    const unsigned = [{ signOff: { outdated: true } }, { signOff: { ...signed, second: null } }];
    expect([...open, ...unsigned].filter(done)).toEqual([]);
  });

  it('name what was done in the audit log, and where from', () => {
    const origin = { via: 'token', userId: null, credentialId: 'c1', address: '192.0.2.1', requestId: null };
    const entry = (more: object, action = 'runs.start'): AuditEntry =>
      JSON.parse(JSON.stringify({ action, origin: { ...origin, ...more } }));
    expect(actionWords(entry({}))).toBe('Started a check');
    expect(actionWords(entry({}, 'new.action'))).toBe('new.action');
    expect(originWords(entry({}))).toBe('API token c1 at 192.0.2.1');
    expect(originWords(entry({ via: 'session', address: null }))).toBe('the dashboard');
    expect(originWords(entry({ via: 'sign_in' }))).toBe('a browser at 192.0.2.1');
    expect(originWords(entry({ via: 'command' }))).toBe('a command of the operator');
  });

  it.each([
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36', 'Chrome on Linux'],
    ['Mozilla/5.0 (Linux; Android 16) Firefox/150.0', 'Firefox on Android'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1', 'Safari on iOS'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1', 'Safari on macOS'],
    ['curl/8', 'Unknown browser'],
    ['Other (Windows)', 'A browser on Windows'],
  ])('name the device of %s: %s', (userAgent, words) => {
    expect(deviceOf(userAgent)).toBe(words);
  });

  it('tell what is wrong with an email or a new password before it is sent', () => {
    expect([emailProblem(' '), emailProblem('a'), emailProblem(' a@b ')]).toEqual([
      { email: 'Enter your email.' },
      { email: 'An email looks like name@example.org.' },
      {},
    ]);
    expect(invitedEmailProblem('')).toEqual({ email: 'Enter an email such as name@example.org.' });
    expect(
      ['', 'x'.repeat(7), 'x'.repeat(8), 'x'.repeat(128), 'x'.repeat(129)].map(newPasswordProblem),
    ).toEqual([
      'Choose a password.',
      'Choose one with at least 8 characters.',
      undefined,
      undefined,
      'Choose one with at most 128 characters.',
    ]);
  });

  it('are choices of a token and of a role', () => {
    expect(permissionsOf('all', 'none', '')).toEqual({});
    expect(permissionsOf('write,run', 'project', ' abc ')).toEqual({
      ...{ scopes: ['write', 'run'], limit: { kind: 'project', id: 'abc' } },
    });
    expect(permissionsOf('administer', 'politics', 'x')).toEqual({
      ...{ scopes: ['administer'], limit: { kind: 'politics', id: 'x' } },
    });
    const words = (token: object): string =>
      permissionWords(JSON.parse(JSON.stringify(token)) satisfies Token);
    expect(words({ scopes: ['run', 'read', 'write', 'administer'], limit: null })).toBe('everything');
    expect(words({ scopes: ['run', 'read'], limit: { kind: 'project' } })).toBe('read, run in one project');
    expect(words({ scopes: ['run'], limit: { kind: 'politics' } })).toBe('run in one rule set');
    expect(dayOf(new Date(2026, 0, 5))).toBe('2026-01-05');
    const now = new Date(2026, 0, 5);
    expect(expiryHint('30', now)).toContain('4 Feb 2026');
    expect(expiryHint('date', now)).toBe('Works until the end of that day.');
    expect(expiryHint('never', now)).toBe('Works until you revoke it.');
    expect([...roleOptions.map(([role]) => asRole(role)), asRole('owner')]).toEqual([
      ...['viewer', 'reviewer', 'editor', 'admin'],
      'viewer',
    ]);
  });
});
