import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { SearchField } from '../parts/controls/search-field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Problem } from '../parts/notice.tsx';
import { useMay, usePage, useTitle } from '../parts/page/page-context.ts';
import { Moment } from '../parts/times.tsx';
import { countOf } from '../parts/words.ts';
import { queries } from '../service/queries.ts';
import type { RuleSet } from '../service/service.ts';

/** All rule sets of the person, with search. */
export function RuleSetsPage() {
  const { service } = usePage();
  const { search = '' } = useSearch({ from: '/rule-sets' });
  const navigate = useNavigate();
  const { data, error } = useQuery(queries.ruleSets(service, search));
  const mayWrite = useMay('write');
  useTitle('Rule sets');
  return (
    <div className="sheet stack">
      <div className="sheet-head line between">
        <h1 tabIndex={-1}>Rule sets</h1>
        {mayWrite ? (
          <Link to="/rule-sets/new" className="button button-main">
            New rule set
          </Link>
        ) : null}
      </div>
      <p className="lead">A rule set is a list of what your documents must, must not or may say.</p>
      <SearchField
        label="Search rule sets"
        value={search}
        onChange={(next) =>
          void navigate({ to: '/rule-sets', search: next === '' ? {} : { search: next }, replace: true })
        }
      />
      <Problem of={error} isWaiting={data === undefined} />
      {data === undefined ? null : <Listed ruleSets={data} search={search} />}
    </div>
  );
}

function Listed({ ruleSets, search }: { ruleSets: readonly RuleSet[]; search: string }) {
  const mayWrite = useMay('write');
  if (ruleSets.length === 0 && search !== '') return <p className="soft">No rule set contains “{search}”.</p>;
  if (ruleSets.length === 0) {
    return (
      <div className="empty">
        <Icon name="list" />
        <p>
          <strong>No rule set yet.</strong>{' '}
          {mayWrite ? (
            <>
              <Link to="/rule-sets/new">Create one</Link> by pasting your checklist, one rule in each line.
            </>
          ) : null}
        </p>
      </div>
    );
  }
  return (
    <ul className="rows box">
      {ruleSets.map((ruleSet) => (
        <li key={ruleSet._id} className="row">
          <Link to="/rule-sets/$ruleSetId" params={{ ruleSetId: ruleSet._id }} className="row-name">
            {ruleSet.name}
          </Link>
          <span className="soft">
            {countOf(ruleSet.rules.length, 'rule')}, changed <Moment time={ruleSet.updatedAt} />
          </span>
          {ruleSet.description === ruleSet.name ? null : <p className="row-text">{ruleSet.description}</p>}
        </li>
      ))}
    </ul>
  );
}
