import { ProvisoError } from '../../../../engine/model/errors.ts';
import type { Database } from './database.ts';
import { workspaceMigrations } from './workspace-migrations.ts';

/**
 * How a file gets the newest schema: `create` makes version `first` in an empty file, and each of `steps`, an SQL script,
 * the next version.
 */
export type Schema = { first: number; create: string; steps: readonly string[] };

/**
 * Updates the file to the newest schema. All steps run in one transaction; each runs only once, even if several processes
 * start at the same time, and cannot be undone. Throws `store_too_new` if a newer release has written the file, and
 * `store_too_old` if its schema is older than the first one.
 */
export function migrate(database: Database, { first, create, steps }: Schema): void {
  const newest = first + steps.length;
  if (versionOf(database) === newest) return;
  database.transaction(() => {
    const version = versionOf(database);
    if (version > newest) {
      throw new ProvisoError(
        'store_too_new',
        `a newer release wrote the data (schema ${version}; this release supports ${newest}): update Proviso, or use another DATA_DIR`,
      );
    }
    if (version === 0) database.script(create);
    else if (version < first) {
      throw new ProvisoError(
        'store_too_old',
        `an early preview wrote the data (schema ${version}; this release reads ${first} and later): open it once with an older version of Proviso, or use another DATA_DIR`,
      );
    }
    for (const step of steps.slice(Math.max(0, version - first))) database.script(step);
    database.script(`pragma user_version = ${newest}`);
  });
}

function versionOf(database: Database): number {
  return database.get('pragma user_version')?.integer('user_version') ?? 0;
}

/**
 * Count the due runs of an owner. The first due run of an owner who had none sets `since`, which orders the owners who
 * have never had a turn.
 */
const addDue = `insert into turns (user_id, turn, due_runs, since) values (new.user_id, 0, 1, new.created_at)
      on conflict (user_id) do update set due_runs = due_runs + 1,
        since = case when due_runs = 0 then excluded.since else since end;`;
const subtractDue = 'update turns set due_runs = due_runs - 1 where user_id = old.user_id;';

/**
 * The database file that contains the records. Times are ms since the epoch. `doc` is the last column, so that SQLite can
 * read the columns before it without reading `doc`.
 */
export const recordSchema: Schema = {
  first: 10,
  create: `
  create table politics (
    id text primary key,
    user_id text not null,
    updated_at integer not null,
    folded_name text not null,
    folded_description text not null,
    doc text not null
  ) strict;
  create index politics_by_owner on politics (user_id, updated_at desc, id);
  create index politics_by_id on politics (user_id, id);

  create table projects (
    id text primary key,
    user_id text not null,
    updated_at integer not null,
    politics_id text not null,
    folded_name text not null,
    folded_description text not null,
    doc text not null
  ) strict;
  create index projects_by_owner on projects (user_id, updated_at desc, id);
  create index projects_by_id on projects (user_id, id);
  create index projects_by_politics on projects (user_id, politics_id);

  create table owned_totals (
    user_id text not null,
    kind text not null,
    total integer not null,
    primary key (user_id, kind)
  ) strict, without rowid;
  ${keepTotals('politics')}
  ${keepTotals('projects')}

  create table asset_uses (
    asset_id text not null,
    record_id text not null,
    primary key (asset_id, record_id)
  ) strict, without rowid;
  create index asset_uses_by_record on asset_uses (record_id);

  create table runs (
    id text primary key,
    user_id text not null,
    project_id text not null,
    created_at integer not null,
    state text not null,
    released integer not null,
    settled integer not null,
    due_at integer,
    lease_owner text,
    fence integer not null,
    findings integer not null,
    ended_at integer,
    doc text not null
  ) strict;
  create index runs_by_project on runs (user_id, project_id, created_at desc, id);
  create index runs_due on runs (due_at) where due_at is not null;
  create index runs_by_end on runs (ended_at, id) where ended_at is not null;
  create index runs_unfinished on runs (settled, created_at) where settled = 0;
  create index runs_held on runs (lease_owner) where lease_owner is not null;
  create index runs_unended on runs (user_id) where ended_at is null;

  create table run_contents (
    run_id text primary key,
    snapshot text not null,
    result text
  ) strict;

  create table run_events (
    user_id text not null,
    run_id text not null,
    sequence integer not null,
    entry text not null,
    primary key (user_id, run_id, sequence)
  ) strict, without rowid;

  create table turns (
    user_id text primary key,
    turn integer not null
  ) strict, without rowid;

  create table processes (name text primary key, beat integer not null) strict;

  create table pings (
    id integer primary key check (id = 1),
    at integer not null
  ) strict;

  create table findings (
    user_id text not null,
    run_id text not null,
    rule_index integer not null,
    subject integer not null,
    id text not null,
    rule_key text not null,
    label text not null,
    outcome text not null,
    fingerprint text not null,
    doc text not null
  ) strict;
  create unique index findings_in_order on findings (user_id, run_id, rule_index, subject);
  create index findings_by_id on findings (user_id, run_id, id);

  create table reviews (
    user_id text not null,
    project_id text not null,
    fingerprint text not null,
    doc text not null,
    primary key (user_id, project_id, fingerprint)
  ) strict, without rowid;

  create table tokens (
    id text primary key,
    user_id text not null,
    created_at integer not null,
    last_used_at integer,
    revoked_at integer,
    doc text not null
  ) strict;
  create index tokens_by_owner on tokens (user_id, created_at desc, id);

  create table idempotent_requests (
    user_id text not null,
    scope text not null,
    key text not null,
    fingerprint text not null,
    record_id text not null,
    answer text,
    lease text not null default '',
    expires_at integer not null,
    primary key (user_id, scope, key)
  ) strict, without rowid;
  create index idempotent_requests_by_expiry on idempotent_requests (expires_at);

  create table auth_records (
    model text not null,
    id text not null,
    doc text not null,
    primary key (model, id)
  ) strict;
  create unique index auth_users_by_email on auth_records (json_extract(doc, '$.email')) where model = 'user';
  create unique index auth_sessions_by_token on auth_records (json_extract(doc, '$.token')) where model = 'session';
  create index auth_sessions_by_user on auth_records (json_extract(doc, '$.userId')) where model = 'session';
  create index auth_accounts_by_user on auth_records (json_extract(doc, '$.userId')) where model = 'account';
  create index auth_verifications on auth_records (json_extract(doc, '$.identifier')) where model = 'verification';

  create table deliveries (
    id text primary key,
    user_id text not null,
    project_id text not null,
    run_id text not null,
    recipient text not null,
    state text not null,
    created_at integer not null,
    due_at integer,
    version integer not null,
    lease text,
    doc text not null
  ) strict;
  create index deliveries_by_project on deliveries (user_id, project_id, created_at desc, id);
  create index deliveries_by_owner on deliveries (user_id, created_at);
  create index deliveries_by_recipient on deliveries (user_id, recipient, state);
  create index deliveries_by_run on deliveries (run_id);
  create index deliveries_due on deliveries (due_at, id) where due_at is not null;
  create index deliveries_held on deliveries (lease) where lease is not null;

  create table file_sizes (
    id text primary key,
    user_id text not null,
    bytes integer not null,
    arriving_since integer
  ) strict, without rowid;
  create index file_sizes_by_owner on file_sizes (user_id, bytes);
  create index file_sizes_arriving on file_sizes (arriving_since) where arriving_since is not null;

  create table signing_keys (id text primary key, x text not null, since text not null) strict;
  create table webhook_rotations (
    user_id text not null,
    url text not null,
    rotation integer not null,
    previous_until text not null,
    change_id text not null,
    primary key (user_id, url)
  ) strict, without rowid;
  `,
  steps: [
    // The owners with due runs in the order of their turns, so that a claim reads one of them, however many runs wait.
    `
  alter table turns add column due_runs integer not null default 0;
  alter table turns add column since integer not null default 0;
  insert into turns (user_id, turn, due_runs, since)
    select user_id, 0, count(*), min(created_at) from runs where due_at is not null group by user_id
    on conflict (user_id) do update set due_runs = excluded.due_runs, since = excluded.since;
  create unique index turns_due on turns (turn, since, user_id) where due_runs > 0;
  create index turns_by_turn on turns (turn);
  create index runs_due_by_owner on runs (user_id, created_at, id) where due_at is not null;
  create trigger runs_due_added after insert on runs when new.due_at is not null begin
    ${addDue}
  end;
  create trigger runs_due_again after update of due_at on runs
  when old.due_at is null and new.due_at is not null begin
    ${addDue}
  end;
  create trigger runs_claimed after update of due_at on runs
  when old.due_at is not null and new.due_at is null begin
    ${subtractDue}
  end;
  create trigger runs_due_removed after delete on runs when old.due_at is not null begin
    ${subtractDue}
  end;
  `,
    `
  create table audit_entries (
    owner_id text not null,
    sequence integer not null,
    change_id text not null,
    at integer not null,
    entry text not null,
    primary key (owner_id, sequence)
  ) strict;
  create unique index audit_entries_by_change on audit_entries (change_id);
  create index audit_entries_by_age on audit_entries (at);
  create table audit_pending (
    id text primary key,
    since integer not null,
    doc text not null
  ) strict, without rowid;
  create index audit_pending_by_age on audit_pending (since, id);
  `,
    `
  create table spending (
    user_id text not null,
    month text not null,
    doc text not null,
    primary key (user_id, month)
  ) strict, without rowid;
  create table spending_caps (user_id text primary key, doc text not null) strict, without rowid;
  `,
    ...workspaceMigrations,
  ],
};

/**
 * Returns the SQL of triggers that count the rows of each owner in a table. Do not use `insert or replace` on such a
 * table, because the row that it replaces would not be subtracted.
 */
function keepTotals(table: 'politics' | 'projects'): string {
  const add = `insert into owned_totals values (new.user_id, '${table}', 1)
      on conflict (user_id, kind) do update set total = total + 1;`;
  const subtract = `update owned_totals set total = total - 1 where user_id = old.user_id and kind = '${table}';
    delete from owned_totals where user_id = old.user_id and kind = '${table}' and total = 0;`;
  return `
  create trigger ${table}_added after insert on ${table} begin
    ${add}
  end;
  create trigger ${table}_removed after delete on ${table} begin
    ${subtract}
  end;
  create trigger ${table}_moved after update of user_id on ${table} when new.user_id <> old.user_id begin
    ${subtract}
    ${add}
  end;`;
}

export const cacheSchema: Schema = {
  first: 1,
  create: `
  create table source_texts (
    user_id text not null,
    key text not null,
    used_at integer not null,
    bytes blob not null,
    primary key (user_id, key)
  ) strict;
  create index source_texts_by_use on source_texts (used_at);
  `,
  steps: ['alter table source_texts rename column user_id to workspace_id'],
};

export const limitSchema: Schema = {
  first: 1,
  create: `
  create table request_counts (
    caller text primary key,
    used integer not null,
    ends_at integer not null
  ) strict, without rowid;
  create index request_counts_by_end on request_counts (ends_at);

  create table open_streams (
    id text primary key,
    user_id text not null,
    server text not null,
    until integer not null
  ) strict, without rowid;
  create index open_streams_by_owner on open_streams (user_id);
  create index open_streams_by_server on open_streams (server);
  create index open_streams_by_end on open_streams (until);
  `,
  steps: [],
};
