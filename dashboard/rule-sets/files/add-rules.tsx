import { useId, useState } from 'react';
import { Button } from '../../parts/controls/button.tsx';
import { Menu } from '../../parts/controls/menu.tsx';
import { ProblemList } from '../../parts/notice.tsx';
import { countOf } from '../../parts/words.ts';
import { PolicyRules } from './policy-rules.tsx';
import type { ReadRules } from './rule-formats.ts';
import { rulesFromText } from './rules-from-text.ts';
import { loadStarterSet, starterSets } from './starter-sets.ts';

type AddRulesProps = { isFirst: boolean; onAdd: (added: ReadRules) => void };

/** The ways to add rules: one empty rule, many pasted lines, a file, the rules of a policy, or a starter rule set. */
export function AddRules({ isFirst, onAdd }: AddRulesProps) {
  const [open, setOpen] = useState(isFirst);
  const [hasPolicy, setHasPolicy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);

  async function addFile(file: File | undefined) {
    if (file === undefined) return;
    const read = await rulesFromFile(file.name, await file.text());
    setProblems(Array.isArray(read) ? read : []);
    if (!Array.isArray(read)) onAdd(read);
  }

  return (
    <div className="add-rules">
      {open ? (
        <PasteRules
          onAdd={(added) => {
            onAdd(added);
            setOpen(false);
          }}
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
        />
      ) : null}
      <div className="buttons">
        <Button onClick={() => onAdd({ rules: [{ name: '', description: '' }], outputFormat: null })}>
          Add a rule
        </Button>
        {open ? null : <Button onClick={() => setOpen(true)}>Paste many</Button>}
        <label className="button button-plain">
          Import a file
          <input
            type="file"
            className="screen-reader-only"
            accept=".yaml,.yml,.json,.csv,.txt"
            onChange={(event) => {
              void addFile(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </label>
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

function PasteRules({ onAdd, onCancel }: { onAdd: (added: ReadRules) => void; onCancel?: () => void }) {
  const [text, setText] = useState('');
  const id = useId();
  const rules = rulesFromText(text);
  return (
    <div className="field">
      <label htmlFor={id}>Paste your rules, one in each line</label>
      <textarea
        id={id}
        className="input"
        rows={6}
        value={text}
        placeholder={
          'Payment period: Invoices are paid within 30 days of receipt.\nThe contract must not renew automatically.'
        }
        aria-describedby={`${id}-below`}
        onChange={(event) => setText(event.target.value)}
      />
      <p id={`${id}-below`} className="below">
        Numbers and bullets are left out. “Name: what it asks” becomes a name and a rule.
      </p>
      <div className="buttons">
        <Button busy={rules.length === 0} onClick={() => onAdd({ rules, outputFormat: null })}>
          {rules.length === 0 ? 'Add these rules' : `Add ${countOf(rules.length, 'rule')}`}
        </Button>
        {onCancel ? <Button onClick={onCancel}>Cancel</Button> : null}
      </div>
    </div>
  );
}

/**
 * The content of a YAML, JSON or CSV file, or of a plain text with one rule in each line. If the file cannot be
 * imported, returns its problems, and nothing is imported.
 */
async function rulesFromFile(name: string, text: string): Promise<ReadRules | string[]> {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
  const { rulesFromCsv, rulesFromYaml } = await import('./rule-formats.ts');
  try {
    if (ending === 'csv') return rulesFromCsv(text, name);
    if (ending === 'yaml' || ending === 'yml' || ending === 'json') return rulesFromYaml(text, name);
    const rules = rulesFromText(text);
    return rules.length > 0 ? { rules, outputFormat: null } : [`${name} has no rules.`];
  } catch (error) {
    const [what = '', ...problems] = error instanceof Error ? error.message.split('\n') : [String(error)];
    return [`Nothing was imported: ${what}.`, ...problems];
  }
}
