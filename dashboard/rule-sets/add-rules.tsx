import { useId, useState } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { Problem } from '../parts/notice.tsx';
import { countOf } from '../parts/words.ts';
import type { Rule } from '../service/service.ts';
import { rulesFromText } from './rules-from-text.ts';

/** The ways to add rules: one empty rule, many pasted lines, or a file. */
export function AddRules({ isFirst, onAdd }: { isFirst: boolean; onAdd: (rules: readonly Rule[]) => void }) {
  const [open, setOpen] = useState(isFirst);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const rules = rulesFromText(text);

  function addPasted() {
    onAdd(rules);
    setText('');
    setOpen(false);
  }

  async function addFile(file: File | undefined) {
    if (file === undefined) return;
    const read = await rulesFromFile(file.name, await file.text());
    setProblem(read.problem);
    if (read.problem === null) onAdd(read.rules);
  }

  return (
    <div className="add-rules">
      {open ? (
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
            <Button busy={rules.length === 0} onClick={addPasted}>
              {rules.length === 0 ? 'Add these rules' : `Add ${countOf(rules.length, 'rule')}`}
            </Button>
            {isFirst ? null : <Button onClick={() => setOpen(false)}>Cancel</Button>}
          </div>
        </div>
      ) : null}
      <div className="buttons">
        <Button onClick={() => onAdd([{ name: '', description: '' }])}>Add a rule</Button>
        {open ? null : <Button onClick={() => setOpen(true)}>Paste many</Button>}
        <label className="button button-plain">
          Import a file
          <input
            type="file"
            className="screen-reader-only"
            accept=".yaml,.yml,.json,.csv"
            onChange={(event) => {
              void addFile(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </label>
      </div>
      <Problem>{problem}</Problem>
    </div>
  );
}

type ReadRules = { rules: Rule[]; problem: null } | { problem: string };

/**
 * The rules of a YAML, JSON or CSV file, or of a plain text with one rule in each line. If the file cannot be imported,
 * the result says why.
 */
async function rulesFromFile(name: string, text: string): Promise<ReadRules> {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
  const { rulesFromCsv, rulesFromYaml } = await import('./rule-formats.ts');
  try {
    if (ending === 'csv') return found(name, rulesFromCsv(text));
    // Every JSON file is also a YAML file.
    if (ending === 'yaml' || ending === 'yml' || ending === 'json') return found(name, rulesFromYaml(text));
    return found(name, rulesFromText(text));
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
    return { problem: `${name} could not be imported: ${why}` };
  }
}

function found(name: string, rules: Rule[]): ReadRules {
  return rules.length > 0 ? { rules, problem: null } : { problem: `${name} has no rules.` };
}
