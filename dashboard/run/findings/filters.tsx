import { useState } from 'react';
import { labelFilters, severityFilters } from '../../../src/services/report/finding-filter.ts';
import { labelSigns, outcomeSigns } from '../../../src/services/report/words.ts';
import { Button } from '../../parts/controls/button.tsx';
import { SearchField } from '../../parts/controls/search-field.tsx';
import { outcomes } from '../../parts/words.ts';
import type { Finding, Run } from '../../service/service.ts';
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
  const tags = [...new Set(findings.flatMap(({ rule: { tags: all = [] } }) => all))].sort();
  const hasSeverities = findings.some(({ rule }) => rule.severity !== undefined);
  const isNarrowed = Object.keys(filter).length > 0;
  // With all filters in view, little of the list would be.
  const [isOpen, setIsOpen] = useState(false);
  const isShown = (chosen: unknown, isUseful: boolean) => chosen !== undefined || (isOpen && isUseful);
  return (
    <div className="filters stack tight">
      <div className="filter-search">
        <SearchField
          label="Search the findings"
          value={filter.text ?? ''}
          onChange={(text) => set({ text: text === '' ? undefined : text })}
        />
        <button
          type="button"
          className="filter-chip"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Fewer filters' : 'More filters'}
        </button>
      </div>
      <div className="filter-chips line">
        <Chips
          legend="Outcome"
          counts={counts.outcome}
          chosen={filter.outcome}
          choices={outcomes.map((outcome) => [
            outcome,
            outcomeSigns[outcome].word,
            outcomeSigns[outcome].icon,
          ])}
          onChoose={(outcome) => set({ outcome })}
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
        <Chips
          legend="Label"
          isShort={!isOpen}
          counts={counts.label}
          chosen={filter.label}
          choices={labelFilters.map((label) => [label, labelWords[label].word, labelWords[label].icon])}
          onChoose={(label) => set({ label })}
        />
        <Chips
          legend="Assignee"
          isShort={!isOpen}
          counts={counts.assignee}
          chosen={filter.assignee}
          choices={[['me', 'assigned to me', '@']]}
          onChoose={(assignee) => set({ assignee })}
        />
        {hasSeverities || filter.severity !== undefined ? (
          <Chips
            legend="Severity"
            isShort={!isOpen}
            counts={counts.severity}
            chosen={filter.severity}
            choices={severityFilters.map((severity) => [
              severity,
              severity === 'not_set' ? 'no severity' : severity,
              '⚑',
            ])}
            onChoose={(severity) => set({ severity })}
          />
        ) : null}
      </div>
      <div className="filter-selects line">
        {isShown(filter.rule, rules.size > 1) ? (
          <Select
            label="Rule"
            all="All rules"
            chosen={filter.rule}
            choices={[...rules.values()].map(({ key, index, name }) => [
              key,
              `${index + 1}. ${name} (${counts.rule.get(key) ?? 0})`,
            ])}
            onChoose={(rule) => set({ rule })}
          />
        ) : null}
        {isShown(filter.tag, tags.length > 0) ? (
          <Select
            label="Tag"
            all="All tags"
            chosen={filter.tag}
            choices={[...new Set([...tags, ...(filter.tag === undefined ? [] : [filter.tag])])].map((tag) => [
              tag,
              `${tag} (${counts.tag.get(tag) ?? 0})`,
            ])}
            onChoose={(tag) => set({ tag })}
          />
        ) : null}
        {isShown(filter.file, run.files.length > 1) ? (
          <Select
            label="File"
            all="All files"
            chosen={filter.file?.toString()}
            choices={run.files.map(({ name }, index) => [
              String(index),
              `${name} (${counts.file.get(index) ?? 0})`,
            ])}
            onChoose={(file) => set({ file: file === undefined ? undefined : Number(file) })}
          />
        ) : null}
      </div>
      {isNarrowed ? (
        <Button kind="quiet" onClick={() => onChange({})}>
          Show all {findings.length} findings
        </Button>
      ) : null}
    </div>
  );
}

type SelectProps = {
  label: string;
  /** The words of the option that chooses nothing. */
  all: string;
  chosen: string | undefined;
  choices: readonly (readonly [value: string, words: string])[];
  onChoose: (value: string | undefined) => void;
};

function Select({ label, all, chosen, choices, onChoose }: SelectProps) {
  return (
    <select
      className="input"
      aria-label={label}
      value={chosen ?? ''}
      onChange={({ target: { value } }) => onChoose(value === '' ? undefined : value)}
    >
      <option value="">{all}</option>
      {choices.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}

type ChipsProps<Value extends string> = {
  legend: string;
  /** Whether only the chosen button is shown. */
  isShort?: boolean;
  counts: ReadonlyMap<string | number, number>;
  chosen: Value | undefined;
  choices: readonly (readonly [value: Value, words: string, icon: string])[];
  onChoose: (value: Value | undefined) => void;
};

/** Buttons of which at most one is chosen; a click on the chosen button removes the choice. */
function Chips<Value extends string>(props: ChipsProps<Value>) {
  const { legend, isShort = false, counts, chosen, choices, onChoose } = props;
  return (
    <fieldset className="chips">
      <legend className="screen-reader-only">{legend}</legend>
      {choices
        .filter(([value]) => value === chosen || (!isShort && (counts.get(value) ?? 0) > 0))
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
