import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { ConfirmDialog } from '../parts/controls/confirm-dialog.tsx';
import { Menu } from '../parts/controls/menu.tsx';
import { Problem } from '../parts/notice.tsx';
import { useMay, usePage, useTitle } from '../parts/page/page-context.ts';
import { countOf } from '../parts/words.ts';
import { queries } from '../service/queries.ts';
import type { RuleSet } from '../service/service.ts';
import { draftOf, emptyDraft } from './draft.ts';
import { Editor } from './editor.tsx';
import type { RuleFormat } from './files/rule-formats.ts';
import { useRuleSetEdit } from './use-rule-set-edit.ts';

/** The page for a new rule set. */
export function NewRuleSetPage() {
  const { service, announce } = usePage();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  useTitle('New rule set');
  return (
    <div className="sheet stack">
      <h1 tabIndex={-1}>New rule set</h1>
      <Editor
        initial={emptyDraft}
        saveWords="Save rule set"
        onSave={async (content) => {
          const { data } = await service.ruleSets.create.mutate(content);
          await queryClient.invalidateQueries({ queryKey: ['rule-sets'] });
          announce(`Rule set “${data.name}” is saved.`);
          await navigate({ to: '/rule-sets/$ruleSetId', params: { ruleSetId: data._id } });
        }}
      />
    </div>
  );
}

/** The page on which a saved rule set is edited. */
export function RuleSetPage() {
  const { ruleSetId } = useParams({ from: '/rule-sets/$ruleSetId' });
  const { service } = usePage();
  const { data, error } = useQuery({
    ...queries.ruleSet(service, ruleSetId),
    // The rule set is fetched when the page opens, and not again, because the form must not change while a person edits
    // it. A conflict with another editor is shown on saving.
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  useTitle(data?.ruleSet.name ?? (error ? 'Rule set' : null));
  if (data !== undefined) return <Opened key={ruleSetId} id={ruleSetId} />;
  return (
    <div className="sheet stack">
      <h1 tabIndex={-1}>{error ? 'This rule set cannot be shown' : 'One moment…'}</h1>
      <Problem of={error} />
    </div>
  );
}

function Opened({ id }: { id: string }) {
  const edit = useRuleSetEdit(id);
  const { ruleSet } = edit.base;
  const mayRun = useMay('run');
  return (
    <div className="sheet stack">
      <div className="sheet-head line between">
        <h1 tabIndex={-1}>{ruleSet.name}</h1>
        <div className="buttons">
          {mayRun ? (
            <Link to="/" search={{ rules: id }} className="button button-plain">
              Check with this
            </Link>
          ) : null}
          <ExportRules ruleSet={ruleSet} />
          <DeleteRuleSet ruleSet={ruleSet} />
        </div>
      </div>
      <Editor
        key={edit.edition}
        initial={draftOf(ruleSet)}
        saveWords="Save changes"
        onSave={edit.save}
        conflict={edit.conflict}
      />
    </div>
  );
}

/** Deletes the whole rule set after a confirmation, unless projects use it: then it names them. */
function DeleteRuleSet({ ruleSet }: { ruleSet: RuleSet }) {
  const { service, tell } = usePage();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const mayWrite = useMay('write');
  const { data: projects } = useQuery({ ...queries.projects(service), enabled: asking });
  const users = projects?.filter(({ politicsId }) => politicsId === ruleSet._id);

  async function remove() {
    await service.ruleSets.delete.mutate({ id: ruleSet._id });
    await navigate({ to: '/rule-sets', ignoreBlocker: true });
    tell(`Rule set “${ruleSet.name}” is deleted, with ${countOf(ruleSet.rules.length, 'rule')}.`);
    await queryClient.invalidateQueries({ queryKey: ['rule-sets'] });
  }

  return (
    <>
      {mayWrite ? <Button onClick={() => setAsking(true)}>Delete</Button> : null}
      {asking && users !== undefined && users.length > 0 ? (
        <section className="card box" aria-label="Projects that use this rule set">
          <p role="status">
            {countOf(users.length, 'project')} {users.length === 1 ? 'uses' : 'use'} this rule set. To delete
            it, first give {users.length === 1 ? 'it' : 'them'} another rule set, or delete{' '}
            {users.length === 1 ? 'it' : 'them'}:
          </p>
          <ul className="plain-list stack">
            {users.map(({ _id, name }) => (
              <li key={_id}>
                <Link to="/projects/$projectId/edit" params={{ projectId: _id }}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
          <Button onClick={() => setAsking(false)}>Close</Button>
        </section>
      ) : null}
      {asking && users?.length === 0 ? (
        <ConfirmDialog
          title={`Delete “${ruleSet.name}”?`}
          confirmWords="Delete rule set"
          onConfirm={remove}
          onCancel={() => setAsking(false)}
        >
          Past runs keep their findings and their rules. This can’t be undone.
        </ConfirmDialog>
      ) : null}
    </>
  );
}

const formats = [
  ['xlsx', 'Excel'],
  ['csv', 'CSV'],
  ['yaml', 'YAML'],
  ['json', 'JSON'],
] as const;

/** Saves the rule set as a file. */
function ExportRules({ ruleSet }: { ruleSet: RuleSet }) {
  async function save(format: RuleFormat | 'xlsx') {
    const file =
      format === 'xlsx'
        ? await (await import('./files/workbook.ts')).rulesAsWorkbook(ruleSet)
        : new Blob([(await import('./files/rule-formats.ts')).rulesAsFile(ruleSet, format)]);
    const url = URL.createObjectURL(file);
    const link = document.createElement('a');
    link.href = url;
    link.download = `${ruleSet.name.replace(/[\\/:*?"<>|\p{C}]+/gu, ' ').trim() || 'rules'}.${format}`;
    link.click();
    URL.revokeObjectURL(url);
  }

  return (
    <Menu title="Export" look="plain">
      {(close) =>
        formats.map(([format, words]) => (
          <Button key={format} kind="quiet" onClick={() => void save(format).finally(close)}>
            {words}
          </Button>
        ))
      }
    </Menu>
  );
}
