import { expect, it } from 'vitest';
import { z } from 'zod';
import { bundleQuery } from '../../../src/api/bundles/schemas.ts';
import { fieldProblems } from '../../../src/api/field-problems.ts';
import { reportQuery } from '../../../src/api/reports/schemas.ts';
import { appRouter } from '../../../src/api/router.ts';
import {
  anyText,
  cap,
  choice,
  citation,
  cursor,
  email,
  fieldsOfFiles,
  fieldsOfRule,
  file,
  filled,
  filledUpTo,
  id,
  inQuery,
  jsonObject,
  type Kind,
  kind,
  knowledge,
  link,
  linked,
  longList,
  metadata,
  personName,
  placesOfRules,
  recipients,
  recordId,
  rule,
  ruleKeys,
  shortLink,
  textUpTo,
  versions,
  watch,
  whole,
  workspaceName,
} from './support/field-kinds.ts';

const page = inQuery(1, 1_000_000_000);
const pageSize = inQuery(1, 100);
const flag = kind([true, false], ['true', 'must be true or false'], [1, 'must be true or false']);
const politicsCursor = `politics.${id}.`;
const timeCursor = (list: string) => `${list}.${id}.1764331200000.${id}`;
const outcomes = [
  'satisfied',
  'violated',
  'partly_satisfied',
  'conflicting',
  'not_applicable',
  'undetermined',
  'answered',
];
const labels = ['CONFIRMED', 'NOT FOUND', 'ESTIMATED'];
const fileIndex = inQuery(0, 1_000_000_000);

/** The smallest input of a procedure, the defaults that are added to it, and what its fields accept. */
type Row = { least: object; added?: object; fields: Record<string, Kind> };

const ref = (...names: string[]): Row => ({
  least: Object.fromEntries(names.map((name) => [name, id])),
  fields: Object.fromEntries(names.map((name) => [name, recordId])),
});
const more = (row: Row, least: object, fields: Record<string, Kind>, added = {}): Row => ({
  ...{ least: { ...row.least, ...least }, added: { ...row.added, ...added } },
  fields: { ...row.fields, ...fields },
});
const nothing: Row = { least: {}, fields: {} };
const paged = (row: Row, after: Kind, fields: Record<string, Kind> = {}) =>
  more(row, {}, { page, pageSize, after, ...fields }, { page: 1, pageSize: 12 });
const project = ref('id');
const run = ref('id', 'runId');

const projectFields = {
  ...{ name: filledUpTo(200), description: filledUpTo(10_000), politicsId: recordId, files: longList(file) },
  ...{ contactNotifications: recipients, scope: choice('together', 'each'), promptVersions: versions },
  ...{ metadata, watch },
};
const table: Record<string, Row> = {
  'politics.create': {
    least: { name: 'n', description: 'd', rules: [rule] },
    added: {
      ...{ knowledgeFiles: [], contactNotifications: [], outputFormat: null, metadata: {} },
      secondSignOff: false,
    },
    fields: {
      ...{
        name: filledUpTo(200),
        description: filledUpTo(10_000),
        contactNotifications: recipients,
        outputFormat: jsonObject,
      },
      ...{ rules: longList(rule, 1), knowledgeFiles: longList(knowledge), metadata, secondSignOff: flag },
      ...fieldsOfRule('rules[0]'),
    },
  },
  'politics.update': more(
    project,
    {},
    {
      ...{
        name: filledUpTo(200),
        description: filledUpTo(10_000),
        contactNotifications: recipients,
        outputFormat: jsonObject,
      },
      ...{
        rules: longList(rule, 1),
        knowledgeFiles: longList(knowledge),
        ...{ metadata, secondSignOff: flag },
        addRules: longList(rule),
      },
      removeRules: longList(0),
      updateRule: kind(
        [
          { index: 0, name: 'n' },
          { index: 7, severity: null, tags: null, group: null },
        ],
        [1, 'must be an object'],
      ),
      ...{ addKnowledgeFiles: longList({ ...knowledge, size: 0 }), removeKnowledgeFiles: longList(0) },
      ...{ addContactNotifications: recipients, removeContactNotifications: longList('') },
    },
  ),
  'politics.extract': {
    least: { files: [file] },
    fields: { files: longList(file, 1), ...fieldsOfFiles('files') },
  },
  'politics.lint': {
    least: { rules: [rule] },
    fields: { rules: longList(rule, 1), ...fieldsOfRule('rules[0]', false) },
  },
  'politics.list': paged(nothing, cursor(politicsCursor, `projects.${id}.`), { search: anyText }),
  'politics.get': project,
  'politics.delete': project,
  'projects.create': {
    least: { name: 'n', description: 'd', politicsId: id },
    added: { files: [], contactNotifications: [], metadata: {}, scope: 'together' },
    fields: {
      ...projectFields,
      status: choice('draft', 'completed', 'failed', 'canceled'),
    },
  },
  'projects.update': more(
    project,
    {},
    {
      ...projectFields,
      status: choice('draft', 'deploying', 'completed', 'failed', 'canceled'),
    },
  ),
  'projects.list': paged(nothing, cursor(`projects.${id}.`, politicsCursor), { search: anyText }),
  'findings.list': paged(project, cursor(`${id}.0.-1`, `${id}.0.-2`), {
    ...{ runId: recordId, outcome: choice(...outcomes), label: choice(...labels, 'not_assessed') },
    ...{ ruleKey: anyText, fileIndex },
    assignee: {
      fine: [...recordId.fine, ...kind(['me', 'none']).fine],
      refused: ['', 'Me', id.slice(1)].map((wrong) => [wrong, 'must be me, none or the id of a member']),
    },
  }),
  'findings.text': more(
    ref('id', 'runId', 'findingId'),
    {},
    {
      from: fileIndex,
      to: fileIndex,
      ...{ list: choice('citations', 'basis', 'nearest'), index: fileIndex },
    },
    { list: 'citations', index: 0 },
  ),
  'findings.pages': more(
    ref('id', 'runId', 'findingId'),
    {},
    {
      ...{ list: choice('citations', 'basis', 'nearest'), index: fileIndex },
    },
    { list: 'citations', index: 0 },
  ),
  'findings.assign': more(
    ref('id', 'findingId'),
    { userId: null },
    { userId: { ...recordId, fine: [...recordId.fine, [null, null]] } },
  ),
  'findings.review': more(
    ref('id', 'findingId'),
    { label: 'CONFIRMED', reason: 'r' },
    {
      ...{ label: choice(...labels), outcome: choice(...outcomes), reason: filled },
    },
  ),
  'runs.list': paged(project, cursor(timeCursor('runs'), timeCursor('notifications'))),
  'runs.diff': more(run, {}, { against: recordId, after: cursor(`${id}.${id}.0`, `${id}.0.-1`) }),
  'runs.redline': more(run, {}, { file: whole(0), accept: ruleKeys, after: placesOfRules, propose: flag }),
  'runs.signOff': more(run, {}, { comment: filled }),
  'notifications.list': paged(project, cursor(timeCursor('notifications'), timeCursor('runs')), {
    ...{
      runId: recordId,
      state: choice('waiting', 'sending', 'delivered', 'failed', 'gone', 'undeliverable'),
    },
  }),
  'notifications.webhookKey': more(nothing, { url: linked.url }, { url: link }),
  'notifications.rotateWebhookKey': more(
    nothing,
    { url: linked.url },
    {
      ...{ url: shortLink, overlapHours: whole(0, 168) },
    },
    { overlapHours: 24 },
  ),
  'notifications.testWebhook': more(nothing, { url: linked.url }, { url: shortLink }),
  'verify.citations': {
    least: { citations: [citation], sources: [file] },
    fields: {
      ...{ citations: longList(citation, 1), sources: longList(file, 1), ...fieldsOfFiles('sources') },
      ...{
        'citations[0].quote': filled,
        'citations[0].id': filledUpTo(200),
        'citations[0].source': filledUpTo(2_000),
      },
      ...{ 'citations[0].claim': filledUpTo(10_000), 'citations[0].endPage': whole(1) },
      'citations[0].page': kind([1, 12, 'iv']),
    },
  },
  ...{ 'audit.verify': nothing, 'usage.get': nothing, 'workspaces.list': nothing },
  'projects.overview': more(nothing, {}, { count: inQuery(1, 20) }, { count: 20 }),
  'audit.list': more(nothing, {}, { pageSize, after: cursor('audit.17', '17') }, { pageSize: 100 }),
  'tokens.create': {
    least: { name: 'n' },
    added: { expiresAt: null, limit: null },
    fields: {
      name: filledUpTo(100),
      expiresAt: kind(
        [null, '2027-01-31T12:00:00Z', '2027-01-31T12:00:00.123+02:00'],
        ['2027-01-31', 'must be a time as in ISO 8601'],
        ['2027-02-30T12:00:00Z', 'must be a time as in ISO 8601'],
      ),
      scopes: kind(
        [['read'], ['read', 'write', 'run', 'administer']],
        [[], 'must have at least 1 entry'],
        [['read', 'read', 'read', 'read', 'read'], 'must have at most 4 entries'],
      ),
      limit: kind([null, { kind: 'politics', id }, { kind: 'project', id }], ['x', 'must be an object']),
    },
  },
  'account.signUp': {
    least: { email: 'a@example.org', password: '' },
    added: { name: '' },
    fields: { email, password: anyText, name: personName, invitation: textUpTo(200) },
  },
  'account.signIn': { least: { email: 'a@example.org', password: '' }, fields: { email, password: anyText } },
  'account.requestPasswordReset': { least: { email: 'a@example.org' }, fields: { email } },
  'account.setPasswordByLink': {
    least: { secret: '', password: '' },
    fields: { secret: textUpTo(200), password: anyText },
  },
  'account.changePassword': { least: { current: '', next: '' }, fields: { current: anyText, next: anyText } },
  'account.rename': { least: { name: '' }, fields: { name: personName } },
  'people.invite': {
    least: { email: 'a@example.org' },
    added: { name: '' },
    fields: { email, name: personName },
  },
  'people.setDisabled': more(project, { disabled: true }, { disabled: flag }),
  'people.remove': more(
    project,
    { heir: null },
    { heir: { ...recordId, fine: [...recordId.fine, [null, null]] }, proof: textUpTo(300) },
    { proof: '' },
  ),
  'people.setBudget': more(
    project,
    { caps: { tokens: 1, cost: 1 } },
    {
      ...{ caps: kind([null], ['x', 'must be an object']), 'caps.tokens': cap, 'caps.cost': cap },
    },
  ),
  'workspaces.create': { least: { name: 'n' }, fields: { name: workspaceName } },
  'workspaces.rename': more(project, { name: 'n' }, { name: workspaceName }),
  'workspaces.setBudget': more(project, { tokens: null, cost: null }, { tokens: cap, cost: cap }),
  'workspaces.setRole': more(
    ref('id', 'userId'),
    { role: 'viewer' },
    { role: choice('viewer', 'reviewer', 'editor', 'admin') },
  ),
  'workspaces.invite': more(
    project,
    { email: 'a@example.org', role: 'viewer' },
    { email, role: choice('viewer', 'reviewer', 'editor', 'admin') },
  ),
  'workspaces.removeMember': ref('id', 'userId'),
  'workspaces.withdrawInvitation': ref('id', 'invitationId'),
  'workspaces.offer': { least: { secret: '' }, fields: { secret: textUpTo(200) } },
  'workspaces.accept': { least: { secret: '' }, fields: { secret: textUpTo(200) } },
  'findings.unreview': ref('id', 'findingId'),
  ...{ 'runs.get': run, 'runs.getSignOff': run, 'runs.withdrawSignOff': run },
  'notifications.resend': ref('id', 'notificationId'),
  ...Object.fromEntries(
    [
      ...['projects.get', 'projects.estimate', 'projects.cancel', 'projects.delete', 'events.ticket'],
      ...['tokens.revoke', 'account.endSession', 'people.usage', 'people.inviteAgain'],
      'people.belongings',
      ...['workspaces.delete', 'workspaces.budget', 'workspaces.members', 'workspaces.leave'],
      'workspaces.invitations',
    ].map((name) => [name, project]),
  ),
  'GET /projects/{id}/report': more(
    nothing,
    {},
    {
      ...{ workspace: recordId, runId: recordId, outcome: choice(...outcomes), fileIndex },
      label: choice('CONFIRMED', 'ESTIMATED', 'NOT FOUND', 'not_assessed'),
      ...{ reviewed: choice('yes', 'no'), tag: filled, ruleKey: filled, text: filled },
      severity: choice('critical', 'high', 'medium', 'low', 'not_set'),
      format: choice('pdf', 'html', 'docx', 'xlsx', 'csv', 'md', 'json', 'sarif', 'junit'),
    },
    { format: 'json' },
  ),
  'GET /projects/{id}/bundle': more(
    nothing,
    {},
    {
      ...{ workspace: recordId, runId: recordId, sources: choice('true', 'false') },
    },
    { sources: 'false' },
  ),
};

const definition = z.object({ inputs: z.array(z.instanceof(z.ZodObject)) });
const schemas = new Map<string, z.ZodObject>([
  ...Object.entries(appRouter._def.procedures).flatMap(([name, procedure]) =>
    definition.parse(Reflect.get(procedure, '_def')).inputs.map((input) => [name, input] as const),
  ),
  ['GET /projects/{id}/report', reportQuery()],
  ['GET /projects/{id}/bundle', bundleQuery()],
]);

/** A copy of the value with another value at a path such as `rules[0].name`. */
function withValue(value: unknown, path: string, given: unknown): unknown {
  const copy: unknown = structuredClone(value);
  const keys = path.split(/[.[\]]+/).filter(Boolean);
  let place: unknown = copy;
  for (const key of keys.slice(0, -1)) place = Reflect.get(Object(place), key);
  Reflect.set(Object(place), keys.at(-1) ?? '', given);
  return copy;
}

/** The parsed input, or the problems of its fields. */
function answerOf(schema: z.ZodObject, input: unknown): unknown {
  const { success, data, error } = schema.safeParse(input);
  return success ? data : fieldProblems(error.issues);
}

it('the table has every procedure with input', () => {
  expect(Object.keys(table).sort()).toEqual([...schemas.keys()].sort());
});

it.each([...schemas])(
  '%s needs only its required fields, adds the documented defaults, and accepts each field up to its bounds only',
  (name, schema) => {
    const { least, added = {}, fields } = table[name] ?? nothing;
    const parsed = { ...least, ...added };
    expect(answerOf(schema, least)).toEqual(parsed);
    for (const field of Object.keys(least)) {
      const rest = Object.fromEntries(Object.entries(least).filter(([one]) => one !== field));
      const choices = fields[field]?.refused.find(([, words]) => words.startsWith('must be one of '));
      const message = choices?.[1] ?? 'is required';
      expect(answerOf(schema, rest)).toEqual([{ path: field, message }]);
    }
    const tested = Object.keys(fields).map((path) => path.split(/[.[]/)[0]);
    expect(new Set(tested)).toEqual(new Set(Object.keys(schema.shape)));
    for (const [path, { fine, refused }] of Object.entries(fields)) {
      const answer = (given: unknown) => answerOf(schema, withValue(least, path, given));
      for (const [given, value] of fine)
        expect(answer(given), `${path} ${given}`).toEqual(withValue(parsed, path, value));
      for (const [given, message] of refused)
        expect(answer(given), `${path} ${given}`).toEqual([{ path, message }]);
    }
  },
);
