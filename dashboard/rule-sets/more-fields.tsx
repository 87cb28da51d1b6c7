import { Choice, Field, LongField } from '../parts/controls/field.tsx';
import type { Rule } from '../service/service.ts';
import type { DraftRule } from './draft.ts';
import { Entries } from './entries.tsx';

type MoreFieldsProps = { rule: DraftRule; number: number; onChange: (rule: DraftRule) => void };

const kinds = ['duty', 'question'] as const;
const modalities = ['obligation', 'prohibition', 'permission'] as const;
const severities = ['critical', 'high', 'medium', 'low'] as const;

/** The fields that most rules do not need. They are folded until they are opened. */
export function MoreFields({ rule, number, onChange }: MoreFieldsProps) {
  const { id, group, kind, modality, actor, severity, owner, deadline, tags, references } = rule;
  const { examples, source } = rule;
  const texts = [id, group, kind, modality, actor, severity, owner, deadline];
  const used = [...texts, tags, references, examples, source].filter((value) => value !== undefined).length;
  const change = (part: Partial<DraftRule>) => onChange({ ...rule, ...part });
  const changeExamples = (part: NonNullable<Rule['examples']>) =>
    change({ examples: examplesOf({ ...examples, ...part }) });
  const changeSource = (part: SourcePart) => {
    const { page, leadIn, ...others } = { file: '', quote: '', ...source, ...part };
    change({ source: sourceOf({ ...others, ...(page && { page }), ...(leadIn && { leadIn }) }) });
  };
  return (
    <details className="rule-more">
      <summary className="rule-more-title">
        More<span className="screen-reader-only"> fields of rule {number}</span>
        {used > 0 ? ` (${used} set)` : ''}
      </summary>
      <div className="rule-more-fields">
        <Line words="Id" value={rule.id} onChange={(id) => change({ id })} />
        <Line words="Group" value={rule.group} onChange={(group) => change({ group })} />
        <OneOf
          words="Duty or question"
          choices={kinds}
          value={rule.kind}
          onChange={(kind) => change({ kind })}
        />
        <OneOf
          words="Kind"
          choices={modalities}
          value={rule.modality}
          onChange={(modality) => change({ modality })}
        />
        <Line words="Who must comply" value={rule.actor} onChange={(actor) => change({ actor })} />
        <OneOf
          words="Severity"
          choices={severities}
          value={rule.severity}
          onChange={(severity) => change({ severity })}
        />
        <Line words="Owner" value={rule.owner} onChange={(owner) => change({ owner })} />
        <Line
          words="Deadline"
          type="date"
          value={rule.deadline}
          onChange={(deadline) => change({ deadline })}
        />
        <Entries words="Tags" noun="tag" entries={rule.tags} onChange={(tags) => change({ tags })} />
        <Entries
          words="References"
          noun="reference"
          entries={rule.references}
          onChange={(references) => change({ references })}
        />
        <Entries
          words="Examples that satisfy the rule"
          noun="satisfying example"
          isLong
          entries={examples?.satisfies}
          onChange={(satisfies = []) => changeExamples({ satisfies })}
        />
        <Entries
          words="Examples that violate the rule"
          noun="violating example"
          isLong
          entries={examples?.violates}
          onChange={(violates = []) => changeExamples({ violates })}
        />
        <fieldset className="rule-source stack tight">
          <legend>Source</legend>
          <Line words="File" value={source?.file} onChange={(file = '') => changeSource({ file })} />
          <Line
            words="Page"
            type="number"
            value={source?.page?.toString()}
            onChange={(page) => changeSource({ page: page === undefined ? page : Number(page) })}
          />
          <Line words="Clause" value={source?.clause} onChange={(clause = '') => changeSource({ clause })} />
          <Line
            words="Words that introduce its list"
            value={source?.leadIn}
            onChange={(leadIn) => changeSource({ leadIn })}
          />
          <LongField
            label="Words of the source"
            rows={2}
            value={source?.quote ?? ''}
            onChange={({ target: { value } }) => changeSource({ quote: value })}
          />
        </fieldset>
      </div>
    </details>
  );
}

type Source = NonNullable<Rule['source']>;
/** Fields to change. An undefined page or lead-in is removed. */
type SourcePart = Partial<Omit<Source, 'page' | 'leadIn'>> & {
  [Name in 'page' | 'leadIn']?: Source[Name] | undefined;
};

/** The examples without empty lists, or undefined if there are none. */
function examplesOf({ satisfies = [], violates = [] }: NonNullable<Rule['examples']>): Rule['examples'] {
  if (satisfies.length + violates.length === 0) return undefined;
  return { ...(satisfies.length > 0 && { satisfies }), ...(violates.length > 0 && { violates }) };
}

/** The source, or undefined if nothing of it is set any more. */
function sourceOf(source: Source): Source | undefined {
  return Object.values(source).some((value) => value !== '') ? source : undefined;
}

type LineProps = {
  words: string;
  value: string | undefined;
  type?: 'text' | 'date' | 'number';
  onChange: (value: string | undefined) => void;
};

function Line({ words, value = '', type = 'text', onChange }: LineProps) {
  return (
    <Field
      label={words}
      type={type}
      {...(type === 'number' && { min: 1, step: 1 })}
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value || undefined)}
    />
  );
}

type OneOfProps<Value extends string> = {
  words: string;
  choices: readonly Value[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
};

function OneOf<Value extends string>({ words, choices, value, onChange }: OneOfProps<Value>) {
  return (
    <Choice
      label={words}
      options={[['', 'not set'], ...choices.map((choice) => [choice, choice] as const)]}
      value={value ?? ''}
      onChange={(chosen) => onChange(choices.find((choice) => choice === chosen))}
    />
  );
}
