import { labelSigns, outcomeSigns } from '../../../src/services/report/words.ts';
import { SearchField } from '../../parts/controls/search-field.tsx';
import { outcomes } from '../../parts/words.ts';
import type { Finding, Run } from '../../service/service.ts';
import { labelFilters } from '../run-search.ts';
import type { Filter, FilterCounts } from './filtering.ts';

type FiltersProps = {
  run: Run;
  findings: readonly Finding[];
  filter: Filter;
  counts: FilterCounts;
  onChange: (filter: Filter) => void;
};

const labelWords = {
  ...labelSigns,
  not_assessed: labelSigns.notAssessed,
};

/** The filters of the list, with the number of findings that each choice would show. */
export function Filters({ run, findings, filter, counts, onChange }: FiltersProps) {
  const set = (change: { [Facet in keyof Filter]: Filter[Facet] | undefined }) => {
    const next = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined);
    onChange(Object.fromEntries(next));
  };
  const rules = new Map(findings.map(({ rule }) => [rule.key, rule]));
  const isNarrowed = Object.keys(filter).length > 0;
  return (
    <div className="filters">
      <SearchField
        label="Search the findings"
        value={filter.text ?? ''}
        onChange={(text) => set({ text: text === '' ? undefined : text })}
      />
      <Chips
        legend="Outcome"
        counts={counts.outcome}
        chosen={filter.outcome}
        choices={outcomes.map((outcome) => [outcome, outcomeSigns[outcome].word, outcomeSigns[outcome].icon])}
        onChoose={(outcome) => set({ outcome })}
      />
      <Chips
        legend="Label"
        counts={counts.label}
        chosen={filter.label}
        choices={labelFilters.map((label) => [label, labelWords[label].word, labelWords[label].icon])}
        onChoose={(label) => set({ label })}
      />
      <Chips
        legend="Review"
        counts={counts.reviewed}
        chosen={filter.reviewed}
        choices={[
          ['no', 'not reviewed', '☐'],
          ['yes', 'reviewed', '☑'],
        ]}
        onChoose={(reviewed) => set({ reviewed })}
      />
      <div className="filter-selects">
        {rules.size > 1 ? (
          <select
            className="input"
            aria-label="Rule"
            value={filter.rule ?? ''}
            onChange={({ target: { value } }) => set({ rule: value === '' ? undefined : value })}
          >
            <option value="">All rules</option>
            {[...rules.values()].map(({ key, index, name }) => (
              <option key={key} value={key}>
                {index + 1}. {name} ({counts.rule.get(key) ?? 0})
              </option>
            ))}
          </select>
        ) : null}
        {run.files.length > 1 ? (
          <select
            className="input"
            aria-label="File"
            value={filter.file ?? ''}
            onChange={({ target: { value } }) => set({ file: value === '' ? undefined : Number(value) })}
          >
            <option value="">All files</option>
            {run.files.map(({ name, url }, index) => (
              <option key={url} value={index}>
                {name} ({counts.file.get(index) ?? 0})
              </option>
            ))}
          </select>
        ) : null}
      </div>
      {isNarrowed ? (
        <button type="button" className="button button-quiet" onClick={() => onChange({})}>
          Show all {findings.length} findings
        </button>
      ) : null}
    </div>
  );
}

type ChipsProps<Value extends string> = {
  legend: string;
  counts: ReadonlyMap<string | number, number>;
  chosen: Value | undefined;
  choices: readonly (readonly [value: Value, words: string, icon: string])[];
  onChoose: (value: Value | undefined) => void;
};

/** Buttons of which at most one is chosen; a click on the chosen button removes the choice. */
function Chips<Value extends string>({ legend, counts, chosen, choices, onChoose }: ChipsProps<Value>) {
  return (
    <fieldset className="chips">
      <legend className="screen-reader-only">{legend}</legend>
      {choices
        .filter(([value]) => value === chosen || (counts.get(value) ?? 0) > 0)
        .map(([value, words, icon]) => (
          <button
            key={value}
            type="button"
            className="filter-chip"
            aria-pressed={chosen === value}
            onClick={() => onChoose(chosen === value ? undefined : value)}
          >
            <span aria-hidden="true">{icon}</span> {words} <b>{counts.get(value) ?? 0}</b>
          </button>
        ))}
    </fieldset>
  );
}
