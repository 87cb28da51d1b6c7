import { useQuery } from '@tanstack/react-query';
import { bytes, count } from '../parts/amounts.ts';
import { Problem } from '../parts/notice.tsx';
import { usePage } from '../parts/page/page-context.ts';
import { queries } from '../service/queries.ts';

/** The limits of each person and how long records are kept. They are settings of the operator. */
export function RulesForPeople() {
  const { service } = usePage();
  const { data, error } = useQuery(queries.rulesForPeople(service));
  if (data === undefined) return <Problem of={error} />;
  const { quotas, retention } = data;
  const limits: [what: string, amount: string, setting: string][] = [
    ['Files, all together', bytes(quotas.storedBytes), 'LIMIT_STORED_BYTES'],
    ['Projects', count(quotas.projects), 'LIMIT_PROJECTS'],
    ['Rule sets', count(quotas.politics), 'LIMIT_POLITICS'],
    ['Checks that wait or run', count(quotas.runs), 'LIMIT_UNENDED_RUNS'],
    ['API tokens', count(quotas.tokens), 'LIMIT_TOKENS'],
    ['Open event streams', count(quotas.streams), 'LIMIT_STREAMS'],
  ];
  const kept: [what: string, amount: string, setting: string][] = [
    ['Checks with findings and files', `${count(retention.runsDays)} days after the end`, 'KEEP_RUNS_DAYS'],
    ['Extracted texts', `${count(retention.textsDays)} days after the last use`, 'KEEP_TEXTS_DAYS'],
  ];
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">Limits and retention</h2>
      <p className="soft">
        The operator changes them with the settings named here. The usage above counts the checks that are
        still stored.
      </p>
      <div className="facts-tables pair">
        <Facts caption="Each person can have at most" rows={limits} />
        <Facts caption="Deleted automatically" rows={kept} />
      </div>
    </section>
  );
}

function Facts({ caption, rows }: { caption: string; rows: [string, string, string][] }) {
  return (
    <table className="facts box">
      <caption>{caption}</caption>
      <tbody>
        {rows.map(([what, amount, setting]) => (
          <tr key={setting}>
            <th scope="row">
              {what} <code>{setting}</code>
            </th>
            <td>{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
