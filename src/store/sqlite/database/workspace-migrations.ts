/** The steps since the one that made records belong to workspaces, and gave workspaces members. */
export const workspaceMigrations: readonly string[] = [
  // The id of a person's own workspace is that of the person, so the records need no new value.
  `
  alter table politics rename column user_id to workspace_id;
  alter table projects rename column user_id to workspace_id;
  alter table runs rename column user_id to workspace_id;
  alter table turns rename column user_id to workspace_id;
  alter table findings rename column user_id to workspace_id;
  alter table reviews rename column user_id to workspace_id;
  alter table deliveries rename column user_id to workspace_id;
  alter table owned_totals rename column user_id to workspace_id;
  alter table file_sizes rename column user_id to workspace_id;
  alter table run_events rename column user_id to workspace_id;
  alter table webhook_rotations rename column user_id to workspace_id;
  `,
  // A person's own workspace is not stored until it changes.
  `
  create table workspaces (id text primary key, user_id text not null, doc text not null) strict;
  create index workspaces_by_creator on workspaces (user_id, id);
  create table workspace_members (
    user_id text not null,
    workspace_id text not null,
    primary key (user_id, workspace_id)
  ) strict, without rowid;
  create index workspace_members_by_workspace on workspace_members (workspace_id);
  `,
  `
  create table assignments (
    workspace_id text not null,
    project_id text not null,
    fingerprint text not null,
    doc text not null,
    primary key (workspace_id, project_id, fingerprint)
  ) strict, without rowid;
  create index assignments_by_person on assignments (workspace_id, doc ->> 'userId');
  `,
  `
  create table watches (
    project_id text primary key,
    workspace_id text not null,
    due_at integer,
    lease text,
    doc text not null
  ) strict;
  create index watches_due on watches (due_at, project_id) where due_at is not null;
  `,
];
