import { Link, useParams } from '@tanstack/react-router';
import { placeWords } from '../../../src/domain/place-words.ts';
import { breaksRule, lacksClause } from '../../../src/services/report/current-answer.ts';
import { useMay } from '../../parts/page/page-context.ts';
import type { Finding } from '../../service/service.ts';
import { AnswerTags } from '../verdict-tag.tsx';
import { changedWords, type Suggestion, type WordPart } from './suggestions.ts';
import { useSuggestions } from './use-suggestions.ts';

/** Whether a change is looked for: the documents break the rule, or lack a clause that the rule suggests. */
export const needsChange = (finding: Finding) => breaksRule(finding) || lacksClause(finding);

type SuggestionViewProps = { file: number; one: Suggestion; canDecide: boolean };

/** The change of a finding: the answers before and after it, its words, and the choice or why it is not offered. */
export function SuggestionView({ file, one, canDecide }: SuggestionViewProps) {
  const { runId } = useParams({ strict: false });
  const { all, decide } = useSuggestions(runId ?? '');
  const { findingId, rule, changes, withheld, before, after } = one;
  const isRejected = all[file]?.rejected.includes(rule.key) === true;
  return (
    <div className="suggestion stack tight">
      <p className="line">
        <AnswerTags finding={{ ...before, review: null }} />
        {after === null ? null : (
          <>
            <span aria-hidden="true">→</span>
            <span className="screen-reader-only">after the change:</span>
            <AnswerTags finding={{ ...after, review: null }} />
          </>
        )}
      </p>
      {changes.map(({ file: name, locator, quote, note, ...change }) => (
        <blockquote key={`${placeWords(locator)} ${quote}`}>
          <Words
            parts={changedWords(quote, change.inserted ? `${quote}\n${change.inserted}` : change.becomes)}
          />
          <span className="soft">
            {name}, {placeWords(locator)}
          </span>
          {note === undefined ? null : <p>Before you accept: {note}.</p>}
        </blockquote>
      ))}
      {withheld === null ? null : (
        <p>
          <b>{changes.length === 0 ? 'No change' : 'Not offered'}:</b> {withheld}.
        </p>
      )}
      {withheld !== null || !canDecide ? null : (
        <fieldset className="suggestion-choice line">
          <legend className="screen-reader-only">The change for {rule.name}</legend>
          {[false, true].map((rejects) => (
            <label key={String(rejects)}>
              <input
                type="radio"
                name={findingId}
                checked={isRejected === rejects}
                onChange={() => decide(file, one, rejects)}
              />
              {rejects ? 'Reject the change' : 'Accept the change'}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}

/** A changed sentence. Browsers do not say aloud what is struck out or inserted, so words say it. */
export function Words({ parts }: { parts: readonly WordPart[] }) {
  let at = 0;
  return (
    <span className="changed-words">
      {parts.map((part) => {
        at += part.text.length;
        if (part.kind === 'same') return part.text;
        const [Part, said] =
          part.kind === 'out' ? (['del', 'struck out:'] as const) : (['ins', 'inserted:'] as const);
        return (
          <Part key={`${part.kind} ${at}`}>
            <span className="screen-reader-only"> {said} </span>
            {part.text}
            <span className="screen-reader-only"> (end) </span>
          </Part>
        );
      })}
    </span>
  );
}

/** The suggested change beside a finding, or the link to the page that suggests one. */
export function SuggestedChange({ finding }: { finding: Finding }) {
  const { projectId, runId } = useParams({ from: '/projects/$projectId/runs/$runId' });
  const { suggestedFor, all } = useSuggestions(runId);
  const mayRun = useMay('run');
  if (!mayRun || !needsChange(finding)) return null;
  const found = suggestedFor(finding);
  const { subject, citations } = finding;
  const [cited] = citations.filter(({ source }) => source.role === 'input');
  const file = found?.file ?? (subject.kind === 'file' ? subject.fileIndex : cited?.source.fileIndex);
  return (
    <section className="stack tight" aria-label="Suggested change">
      {found === null ? null : (
        <>
          <h3>Suggested change</h3>
          <SuggestionView {...found} canDecide={all[found.file]?.documents.length !== 0} />
        </>
      )}
      <p>
        <Link
          to="/projects/$projectId/runs/$runId/redline"
          params={{ projectId, runId }}
          search={file === undefined ? {} : { file }}
        >
          {found === null ? 'Suggest a change' : 'All suggested changes'}
        </Link>
      </p>
    </section>
  );
}
