import { useEffect, useRef, useState } from 'react';
import { placeWords } from '../../../src/domain/place-words.ts';
import { whyNotConfirmed } from '../../../src/services/report/words.ts';
import { DropZone } from '../../check/drop-zone.tsx';
import { InputList } from '../../check/input-list.tsx';
import { type ChosenFile, withoutRepeats } from '../../check/inputs.ts';
import { Button } from '../../parts/controls/button.tsx';
import { useStoppable } from '../../parts/controls/use-action.ts';
import { Notice, Problem } from '../../parts/notice.tsx';
import { useFocusBack } from '../../parts/page/focus-heading.ts';
import { usePage } from '../../parts/page/page-context.ts';
import { AnswerTags } from '../../run/verdict-tag.tsx';
import type { Finding, Rule, RuleSet } from '../../service/service.ts';
import { isSameRule } from '../draft.ts';
import { type TrialResult, tryRule } from './run-trial.ts';

type TryPanelProps = { rule: Rule; knowledgeFiles: RuleSet['knowledgeFiles']; onClose: () => void };

/** Checks chosen files against one rule, beside the editor. Nothing of the trial is kept on the server. */
export function TryPanel({ rule, knowledgeFiles, onClose }: TryPanelProps) {
  const { service, announce } = usePage();
  const heading = useRef<HTMLHeadingElement>(null);
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [step, setStep] = useState('');
  const [tried, setTried] = useState<{ rule: Rule; result: TrialResult } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useFocusBack();
  useEffect(() => heading.current?.focus(), []);

  const { run, busy, failure, stop } = useStoppable(async (signal) => {
    setTried(null);
    const result = await tryRule(service, { rule, knowledgeFiles, files }, setStep, signal);
    setTried({ rule, result });
    announce('The trial is finished.');
  });

  function start() {
    setProblem(files.length === 0 ? 'Choose a file to try the rule on.' : null);
    if (files.length > 0) void run();
  }

  return (
    <section className="card box trial stack" aria-labelledby="trial">
      <h2 id="trial" ref={heading} tabIndex={-1}>
        Try “{rule.name}”
      </h2>
      <p className="soft">{rule.description}</p>
      <DropZone
        onAdd={(more) => {
          setProblem(null);
          setFiles((current) => withoutRepeats(current, more));
        }}
      />
      <InputList inputs={files} onChange={setFiles} />
      <div className="buttons">
        <Button kind="main" busy={busy} onClick={start}>
          {busy ? `${step}…` : 'Try this rule'}
        </Button>
        {busy ? <Button onClick={stop}>Cancel</Button> : null}
        {tried === null ? null : <Button onClick={() => setTried(null)}>Remove the answer</Button>}
        <Button onClick={onClose}>Close</Button>
      </div>
      <Problem>{problem ?? failure?.text}</Problem>
      {tried === null ? null : (
        <>
          {isSameRule(tried.rule, rule) ? null : (
            <Notice kind="care">You have changed the rule since this answer. Try it again.</Notice>
          )}
          <Answer result={tried.result} />
        </>
      )}
    </section>
  );
}

function Answer({ result: { findings, unread } }: { result: TrialResult }) {
  return (
    <>
      {unread.map(({ name, message }) => (
        <Notice key={name} kind="care">
          <b>{name} was not read:</b> {message}
        </Notice>
      ))}
      {findings.length === 0 ? <p className="soft">The run ended without an answer.</p> : null}
      {findings.map((finding) => (
        <TriedFinding key={finding.id} finding={finding} />
      ))}
    </>
  );
}

function TriedFinding({ finding }: { finding: Finding }) {
  const { statement, citations, search, toSettle } = finding;
  const whyNot = whyNotConfirmed(finding);
  const quotes = citations.length > 0 ? citations : search.nearest.map(({ citation }) => citation);
  return (
    <article className="tried stack" aria-label="Answer">
      <p className="line">
        <AnswerTags finding={finding} />
      </p>
      <p>{statement}</p>
      {whyNot === '' ? null : <p className="soft">Why not confirmed: {whyNot}.</p>}
      {toSettle.length === 0 ? null : <p className="soft">{toSettle.join(' ')}</p>}
      {citations.length === 0 && quotes.length > 0 ? <h3>Closest passages</h3> : null}
      {quotes.map(({ source, locator, quote, start }) => (
        <blockquote key={`${source.role} ${source.fileIndex} ${start}`}>
          “{quote}”
          <span className="soft">
            {source.name}, {placeWords(locator)}
          </span>
        </blockquote>
      ))}
    </article>
  );
}
