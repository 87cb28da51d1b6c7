import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { checkedBy } from '../../src/services/report/words.ts';
import { Button } from '../parts/controls/button.tsx';
import { Choice, LongField } from '../parts/controls/field.tsx';
import { useAction } from '../parts/controls/use-action.ts';
import { Problem } from '../parts/notice.tsx';
import { usePage, useUser } from '../parts/page/page-context.ts';
import { choicesOf } from '../rule-sets/choices.ts';
import { rulesFromText } from '../rule-sets/files/rules-from-text.ts';
import { queries } from '../service/queries.ts';
import type { RuleSet } from '../service/service.ts';
import { DropZone } from './drop-zone.tsx';
import { InputList } from './input-list.tsx';
import { type CheckInput, withoutRepeats } from './inputs.ts';
import { PasteInputs } from './paste-inputs.tsx';
import { type Scope, ScopeChoice } from './scope-choice.tsx';
import { type ChosenRules, FilesRefused, startCheck } from './start-check.ts';

const pasted = 'pasted';
/** Where typed rules are kept while the person looks at another page. The cache goes when the person signs out. */
const keptRules = ['typed rules'];

/** The form that starts a check of files against rules. It creates the project for the check. */
export function CheckPanel() {
  const { service } = usePage();
  const { model } = useUser();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { data: ruleSets = [] } = useQuery(queries.ruleSets(service));
  const [inputs, setInputs] = useState<readonly CheckInput[]>([]);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>();
  const { rules: wanted } = useSearch({ from: '/' });
  const [text, setText] = useState(queryClient.getQueryData<string>(keptRules) ?? '');
  const [chosen, setChosen] = useState(text !== '' && wanted === undefined ? pasted : null);
  const [scope, setScope] = useState<Scope>('together');
  const [problem, setProblem] = useState<string | null>(null);
  const [step, setStep] = useState('');
  const linked = ruleSets.find(({ _id }) => _id === wanted)?._id;
  const source = chosen ?? linked ?? ruleSets[0]?._id ?? pasted;
  const rules: ChosenRules = source === pasted ? { rules: rulesFromText(text) } : { ruleSetId: source };

  const { run, busy, failure } = useAction(async () => {
    setRefused(undefined);
    try {
      const started = await startCheck(service, { inputs, rules, scope }, setStep);
      queryClient.removeQueries({ queryKey: keptRules });
      await queryClient.invalidateQueries();
      await navigate({ to: '/projects/$projectId/runs/$runId', params: started });
    } catch (error) {
      if (!(error instanceof FilesRefused)) throw error;
      setRefused(error.reasons);
      setProblem(error.message);
    }
  });

  function write(next: string) {
    setText(next);
    queryClient.setQueryDefaults(keptRules, { gcTime: Number.POSITIVE_INFINITY });
    queryClient.setQueryData(keptRules, next);
  }

  function add(more: CheckInput[]) {
    setProblem(null);
    setInputs((current) => withoutRepeats(current, more));
  }

  function start() {
    const lacksRules = 'rules' in rules && rules.rules.length === 0;
    const what =
      inputs.length === 0 ? 'Choose a file to check.' : lacksRules ? 'Paste at least one rule.' : null;
    setProblem(what);
    if (what === null) void run();
  }

  return (
    <section className="card box check stack loose" aria-labelledby="check">
      <h2 id="check">Check a document</h2>
      <DropZone onAdd={add} />
      <PasteInputs texts={inputs.filter(({ kind }) => kind === 'text').length} onAdd={add} />
      <InputList inputs={inputs} onChange={setInputs} {...(refused && { problems: refused })} />
      <RuleChoice ruleSets={ruleSets} value={source} text={text} onChoose={setChosen} onText={write} />
      {inputs.length > 1 ? <ScopeChoice scope={scope} onChange={setScope} /> : null}
      <div className="buttons">
        <Button kind="main" busy={busy} onClick={start}>
          {busy ? `${step}…` : 'Run the check'}
        </Button>
        <span className="soft">Checked by {checkedBy(model)}</span>
      </div>
      <Problem>{problem ?? failure?.text}</Problem>
    </section>
  );
}

type RuleChoiceProps = {
  ruleSets: readonly RuleSet[];
  value: string;
  text: string;
  onChoose: (value: string) => void;
  onText: (text: string) => void;
};

function RuleChoice({ ruleSets, value, text, onChoose, onText }: RuleChoiceProps) {
  return (
    <>
      {ruleSets.length > 0 ? (
        <Choice
          label="Rules"
          name="rules"
          options={[...choicesOf(ruleSets), [pasted, 'Paste rules…']]}
          value={value}
          onChange={onChoose}
        />
      ) : null}
      {value === pasted ? (
        <LongField
          label="Rules, one in each line"
          rows={5}
          value={text}
          placeholder={
            'Invoices are paid within 30 days of receipt.\nThe contract must not renew automatically.'
          }
          onChange={(event) => onText(event.target.value)}
        />
      ) : null}
    </>
  );
}
