import { useState } from 'react';
import { Button } from '../../parts/controls/button.tsx';
import { Choice } from '../../parts/controls/field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { countOf } from '../../parts/words.ts';
import type { Rule } from '../../service/service.ts';
import { type SetNotAdded, useNotAdded } from './not-added.ts';
import { fields, guessed, isFilled, isRepeatable, rulesOf, startOf, type Target, targets } from './table.ts';

type TableRulesProps = {
  rows: readonly string[][];
  onAdd: (rules: Rule[]) => void;
  onClose: () => void;
  setNotAdded: SetNotAdded;
};

const previewed = 5;
/** How many rows can be chosen as the one that names the columns. */
const mostTitles = 10;
const mostLeft = 5;

/** The rules of a table: a person says what each column holds, and sees the first rows. */
export function TableRules({ rows, onAdd, onClose, setNotAdded }: TableRulesProps) {
  const [{ mapping, titleRow }, setRead] = useState(() => guessed(rows));
  const { rules, left } = rulesOf(rows, mapping, titleRow);
  useNotAdded(rules.length, setNotAdded);
  const body = rows.slice(titleRow < 0 ? startOf(rows) : titleRow + 1).filter(isFilled);
  const choose = (column: number, target: Target | null) =>
    setRead({
      titleRow,
      // Most fields are in one column at most.
      mapping: mapping.map((one, at) =>
        at === column ? target : one === target && !isRepeatable(one) ? null : one,
      ),
    });
  return (
    <section className="card box table-rules stack" aria-labelledby="table-rules">
      <h3 id="table-rules">{countOf(body.length, 'row')} of a table</h3>
      <Choice
        label="Which row names the columns?"
        value={String(titleRow)}
        options={[
          ['-1', 'No row'],
          ...rows.slice(0, mostTitles).flatMap((row, at): [string, string][] => {
            return isFilled(row) ? [[String(at), `Row ${at + 1}: ${row.filter(Boolean).join(', ')}`]] : [];
          }),
        ]}
        onChange={(value) => setRead(guessed(rows, Number(value)))}
      />
      {left.length === 0 ? null : (
        <Notice kind="care">
          {left.slice(0, mostLeft).join(' ')}
          {left.length > mostLeft ? ` And ${left.length - mostLeft} more.` : ''}
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
                    aria-label={`Column ${column + 1}${titleRow < 0 ? '' : `, ${rows[titleRow]?.[column]}`}`}
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
                  <span className="soft">{rows[titleRow]?.[column]}</span>
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
