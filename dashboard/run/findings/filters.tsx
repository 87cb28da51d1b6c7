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

const legends = {
  outcome: 'Outcome',
  reviewed: 'Review',
  label: 'Label',
  assignee: 'Assignee',
  severity: 'Severity',
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
  /** Buttons of which at most one is chosen. If they are short, only the chosen one is shown. */
  const chips = <Facet extends keyof typeof legends>(
    facet: Facet,
    choices: readonly (readonly [value: NonNullable<Filter[Facet]>, words: string, icon: string])[],
    isShort = !isOpen,
  ) => (
    <fieldset className="chips">
      <legend className="screen-reader-only">{legends[facet]}</legend>
      {choices
        .filter(([value]) => value === filter[facet] || (!isShort && (counts[facet].get(value) ?? 0) > 0))
        .map(([value, words, icon]) => (
          <button
            key={value}
            type="button"
            className="filter-chip"
            aria-pressed={filter[facet] === value}
            onClick={() => set({ [facet]: filter[facet] === value ? undefined : value })}
          >
            <span aria-hidden="true">{icon}</span> {words} <b>{counts[facet].get(value) ?? 0}</b>
          </button>
        ))}
    </fieldset>
  );
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
        {chips(
          'outcome',
          outcomes.map((one) => [one, outcomeSigns[one].word, outcomeSigns[one].icon]),
          false,
        )}
        {chips(
          'reviewed',
          [
            ['no', 'not reviewed', '☐'],
            ['yes', 'reviewed', '☑'],
          ],
          false,
        )}
        {chips(
          'label',
          labelFilters.map((one) => [one, labelWords[one].word, labelWords[one].icon]),
        )}
        {chips('assignee', [['me', 'assigned to me', '@']])}
        {hasSeverities || filter.severity !== undefined
          ? chips(
              'severity',
              severityFilters.map((one) => [one, one === 'not_set' ? 'no severity' : one, '⚑']),
            )
          : null}
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
