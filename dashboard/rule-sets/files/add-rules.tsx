import { lazy, Suspense, useState } from 'react';
import { Button } from '../../parts/controls/button.tsx';
import { LongField } from '../../parts/controls/field.tsx';
import { FileButton } from '../../parts/controls/file-button.tsx';
import { Menu } from '../../parts/controls/menu.tsx';
import { ProblemList } from '../../parts/notice.tsx';
import { countOf } from '../../parts/words.ts';
import { type SetNotAdded, useNotAdded } from './not-added.ts';
import { PolicyRules } from './policy-rules.tsx';
import type { ReadRules } from './rule-formats.ts';
import { isTable, rulesFromText } from './rules-from-text.ts';

const TableRules = lazy(async () => ({ default: (await import('./table-rules.tsx')).TableRules }));

type AddRulesProps = {
  isFirst: boolean;
  onAdd: (added: ReadRules) => void;
  setNotAdded: SetNotAdded;
};

/** The ways to add rules: one empty rule, many pasted lines or cells, a file, the rules of a policy, or a starter rule set. */
export function AddRules({ isFirst, onAdd, setNotAdded }: AddRulesProps) {
  const [open, setOpen] = useState(isFirst);
  const [hasPolicy, setHasPolicy] = useState(false);
  const [table, setTable] = useState<string[][] | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);

  async function addFile(file: File | undefined) {
    if (file === undefined) return;
    setTable(null);
    const read = await rulesFromFile(file);
    setProblems('problems' in read ? read.problems : []);
    if ('rows' in read) setTable(read.rows);
    if ('rules' in read) onAdd(read);
  }

  return (
    <div className="add-rules stack">
      {table === null ? null : (
        <Suspense fallback={<p className="soft">Reading the table…</p>}>
          <TableRules
            rows={table}
            onAdd={(rules) => {
              onAdd({ rules, outputFormat: null });
              setTable(null);
              setOpen(false);
            }}
            onClose={() => setTable(null)}
            setNotAdded={setNotAdded}
          />
        </Suspense>
      )}
      {open && table === null ? (
        <PasteRules
          onAdd={(added) => {
            onAdd(added);
            setOpen(false);
          }}
          onTable={setTable}
          setNotAdded={setNotAdded}
          {...(!isFirst && { onCancel: () => setOpen(false) })}
        />
      ) : null}
      {hasPolicy ? (
        <PolicyRules
          onAdd={(rules) => {
            onAdd({ rules, outputFormat: null });
            setHasPolicy(false);
            setOpen(false);
          }}
          onClose={() => setHasPolicy(false)}
          setNotAdded={setNotAdded}
        />
      ) : null}
      <div className="buttons">
        <Button onClick={() => onAdd({ rules: [{ name: '', description: '' }], outputFormat: null })}>
          Add a rule
        </Button>
        {open ? null : <Button onClick={() => setOpen(true)}>Paste many</Button>}
        <FileButton accept=".xlsx,.csv,.tsv,.yaml,.yml,.json,.txt" onChoose={([file]) => void addFile(file)}>
          Import a file
        </FileButton>
        {hasPolicy ? null : <Button onClick={() => setHasPolicy(true)}>Rules from a policy</Button>}
        {isFirst ? (
          <Menu title="Start from a sample set" look="plain">
            {(close) =>
              starterSets.map(({ file, title }) => (
                <button
                  key={file}
                  type="button"
                  onClick={() => {
                    close();
                    void loadStarterSet(file).then(onAdd);
                  }}
                >
                  {title}
                </button>
              ))
            }
          </Menu>
        ) : null}
      </div>
      <ProblemList problems={problems} />
    </div>
  );
}

type PasteRulesProps = {
  onAdd: (added: ReadRules) => void;
  onTable: (rows: string[][]) => void;
  setNotAdded: SetNotAdded;
  onCancel?: () => void;
};

function PasteRules({ onAdd, onTable, setNotAdded, onCancel }: PasteRulesProps) {
  const [text, setText] = useState('');
  const rules = rulesFromText(text);
  useNotAdded(rules.length, setNotAdded);
  return (
    <div className="field stack">
      <LongField
        label="Paste your rules, one in each line"
        hint="Numbers and bullets are left out. “Name: what it asks” becomes a name and a rule. Cells copied from a spreadsheet work too."
        rows={6}
        value={text}
        placeholder={
          'Payment period: Invoices are paid within 30 days of receipt.\nThe contract must not renew automatically.'
        }
        onChange={(event) => setText(event.target.value)}
      />
      <div className="buttons">
        {isTable(text) ? (
          <Button onClick={() => void import('./table.ts').then(({ rowsOf }) => onTable(rowsOf(text)))}>
            Choose the columns
          </Button>
        ) : (
          <Button busy={rules.length === 0} onClick={() => onAdd({ rules, outputFormat: null })}>
            {rules.length === 0 ? 'Add these rules' : `Add ${countOf(rules.length, 'rule')}`}
          </Button>
        )}
        {onCancel ? <Button onClick={onCancel}>Cancel</Button> : null}
      </div>
    </div>
  );
}

type ReadFile = ReadRules | { rows: string[][] } | { problems: string[] };

/**
 * The rules of a YAML or JSON file, of a CSV or Excel file that Proviso wrote, or of a plain text with one rule in each line; the
 * rows of any other table. If the file cannot be imported, returns its problems, and nothing is imported.
 */
async function rulesFromFile(file: File): Promise<ReadFile> {
  const { name } = file;
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
  try {
    const [{ isRuleTable, rulesFromCsv, rulesFromTable, rulesFromYaml }, { even, isFilled, rowsOf }] =
      await Promise.all([import('./rule-formats.ts'), import('./table.ts')]);
    if (ending === 'xlsx') {
      const { sheetRows } = await import('./workbook.ts');
      const rows = await sheetRows(file, name);
      const filled = rows.filter(isFilled);
      if (filled.length === 0) return { problems: [`${name} has no filled cell in its first sheet.`] };
      return isRuleTable(filled) ? rulesFromTable(filled, name) : { rows: even(rows) };
    }
    const text = await file.text();
    if (ending === 'csv' || ending === 'tsv') {
      const rows = rowsOf(text);
      return isRuleTable(rows.filter(isFilled)) ? rulesFromCsv(text, name) : { rows };
    }
    if (ending === 'yaml' || ending === 'yml' || ending === 'json') return rulesFromYaml(text, name);
    if (isTable(text)) return { rows: rowsOf(text) };
    const rules = rulesFromText(text);
    return rules.length > 0 ? { rules, outputFormat: null } : { problems: [`${name} has no rules.`] };
  } catch (error) {
    const [what = '', ...problems] = error instanceof Error ? error.message.split('\n') : [String(error)];
    return { problems: [`Nothing was imported: ${what}.`, ...problems] };
  }
}

/** The rule sets that a person can begin with: the name of the file in `samples/rule-sets` and what people call it. */
const starterSets = [
  { file: 'data-processing-agreement', title: 'Data-processing agreement' },
  { file: 'information-security-policy', title: 'Information-security policy' },
  { file: 'nda', title: 'Non-disclosure agreement' },
  { file: 'saas-contract', title: 'SaaS contract' },
] as const;

const texts = import.meta.glob<string>('../../../samples/rule-sets/*.yaml', {
  query: '?raw',
  import: 'default',
});

/** Loads the rules of a starter rule set. */
async function loadStarterSet(file: (typeof starterSets)[number]['file']): Promise<ReadRules> {
  const name = `${file}.yaml`;
  const text = texts[`../../../samples/rule-sets/${name}`];
  if (!text) throw new Error(`The starter rule set ${name} is missing from the build.`);
  const { rulesFromYaml } = await import('./rule-formats.ts');
  return rulesFromYaml(await text(), name);
}
