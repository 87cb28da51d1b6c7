import { useState } from 'react';
import { Button } from '../../parts/controls/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { countOf } from '../../parts/words.ts';
import type { Rule } from '../../service/service.ts';
import { type SetNotAdded, useNotAdded } from './not-added.ts';
import { fields, guessed, isRepeatable, rulesOf, type Target, targets } from './table.ts';

type TableRulesProps = {
  rows: readonly string[][];
  onAdd: (rules: Rule[]) => void;
  onClose: () => void;
  setNotAdded: SetNotAdded;
};

const previewed = 5;
const mostLeft = 5;

/** The rules of a table: a person says what each column holds, and sees the first rows. */
export function TableRules({ rows, onAdd, onClose, setNotAdded }: TableRulesProps) {
  const [{ mapping, hasTitles }, setRead] = useState(() => guessed(rows));
  const { rules, left } = rulesOf(rows, mapping, hasTitles);
  useNotAdded(rules.length, setNotAdded);
  const body = hasTitles ? rows.slice(1) : rows;
  const choose = (column: number, target: Target | null) =>
    setRead({
      hasTitles,
      // Most fields are in one column at most.
      mapping: mapping.map((one, at) =>
        at === column ? target : one === target && !isRepeatable(one) ? null : one,
      ),
    });
  return (
    <section className="card box table-rules stack" aria-labelledby="table-rules">
      <h3 id="table-rules">{countOf(body.length, 'row')} of a table</h3>
      <label>
        <input
          type="checkbox"
          checked={hasTitles}
          onChange={({ target }) => setRead({ mapping, hasTitles: target.checked })}
        />{' '}
        The first row names the columns
      </label>
      {left.length === 0 ? null : (
        <Notice kind="care">
          Left out: {left.slice(0, mostLeft).join('; ')}
          {left.length > mostLeft ? ` and ${left.length - mostLeft} more` : ''}
        </Notice>
      )}
      <section className="table-scroll" aria-label="The first rows of the table">
        <table>
          <thead>
            <tr>
              {mapping.map((target, column) => (
                <th key={String(column)} scope="col">
                  <select
                    className="input"
                    aria-label={`Column ${column + 1}${hasTitles ? `, ${rows[0]?.[column]}` : ''}`}
                    value={target ?? ''}
                    onChange={({ target: { value } }) =>
                      choose(column, fields.find((one) => one === value) ?? null)
                    }
                  >
                    <option value="">Leave out</option>
                    {fields.map((field) => (
                      <option key={field} value={field}>
                        {targets[field]}
                      </option>
                    ))}
                  </select>
                  {hasTitles ? <span className="soft">{rows[0]?.[column]}</span> : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.slice(0, previewed).map((row) => (
              <tr key={row.join('\t')}>
                {row.map((cell, column) => (
                  <td key={String(column)}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className="buttons">
        <Button kind="main" busy={rules.length === 0} onClick={() => onAdd(rules)}>
          {rules.length === 0 ? 'Choose the column of the rules' : `Add ${countOf(rules.length, 'rule')}`}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </section>
  );
}
