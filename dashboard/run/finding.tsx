import { labelWords, outcomeOf, plain } from '../parts/words.ts';
import type { Finding } from '../service/service.ts';
import { Quotes } from './quotes.tsx';

/** The finding about one rule: its label and outcome, its statement, and its citations. */
export function FindingCard({ finding }: { finding: Finding }) {
  const { rule, subject, statement, label, reasons, citations, basis, review } = finding;
  const { word, tone } = outcomeOf(finding);
  return (
    <li className="card finding">
      <div className="finding-head">
        <h3>{rule.name}</h3>
        <span className={`tag tag-${tone}`}>{word}</span>
      </div>
      {subject.kind === 'file' ? <p className="soft">{subject.name}</p> : null}
      <p className="statement">{statement}</p>
      <Quotes citations={citations} />
      {label === 'NOT FOUND' ? <Searched finding={finding} /> : null}
      {basis.length > 0 ? (
        <>
          <h4>What your knowledge files say</h4>
          <Quotes citations={basis} />
        </>
      ) : null}
      <p className="soft">
        {label === null ? null : (
          <>
            <b>{label}</b>. {labelWords[label]}
          </>
        )}
        {reasons.length > 0 ? ` Why not confirmed: ${reasons.map(plain).join(', ')}.` : null}
      </p>
      {review === null ? null : (
        <p className="soft">
          A person says <b>{review.label}</b>: {review.reason}
        </p>
      )}
      <details>
        <summary>The rule</summary>
        <p className="soft">{rule.description}</p>
      </details>
    </li>
  );
}

/** How much was searched, and the nearest passages. */
function Searched({ finding: { search } }: { finding: Finding }) {
  const { complete, filesSearched, filesTotal, pagesSearched, pagesTotal, unread, nearest } = search;
  return (
    <>
      <p className="soft">
        Searched {filesSearched} of {filesTotal} files, {pagesSearched} of {pagesTotal} pages.
        {complete ? null : ' The unread part could contain the answer.'}
      </p>
      {unread.map(({ name, reason }) => (
        <p key={name} className="soft">
          Not read: {name}: {plain(reason)}
        </p>
      ))}
      {nearest.length > 0 ? (
        <details>
          <summary>Closest passages</summary>
          <Quotes citations={nearest.map(({ citation }) => citation)} />
        </details>
      ) : null}
    </>
  );
}
