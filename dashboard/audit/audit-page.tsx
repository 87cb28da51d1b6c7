import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { useAction } from '../parts/controls/use-action.ts';
import { Problem } from '../parts/notice.tsx';
import { inWorkspace } from '../parts/page/chosen-workspace.ts';
import { usePage, useTitle } from '../parts/page/page-context.ts';
import { RecordEntry } from '../parts/record.tsx';
import { Ago } from '../parts/times.tsx';
import type { AuditEntry } from '../service/service.ts';
import { actionWords, originWords, outcomeWords } from './entry-words.ts';

/** The audit log: who did what to which record, when and from where. */
export function AuditPage() {
  const { service } = usePage();
  useTitle('Audit log');
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['audit', 'list'],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      service.audit.list.query({ pageSize: 50, ...(pageParam && { after: pageParam }) }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const entries = data?.pages.flatMap((page) => page.data);
  return (
    <div className="sheet stack">
      <h1 id="audit" tabIndex={-1}>
        Audit log
      </h1>
      <p className="lead">
        Every change and every sign-in. Entries are only added. Each contains the hash of the one before, so
        that a change of the log shows.
      </p>
      <Verification />
      <section aria-labelledby="entries">
        <h2 id="entries">Entries</h2>
        {entries?.length === 0 ? <p>Nothing has been changed yet.</p> : null}
        <ol className="tokens box">
          {(entries ?? []).map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
        {hasNextPage ? (
          <div className="buttons">
            <Button busy={isFetching} onClick={() => void fetchNextPage()}>
              Show more
            </Button>
          </div>
        ) : null}
        <Problem of={error} isWaiting={entries === undefined} />
      </section>
    </div>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { record, outcome, at, sequence } = entry;
  return (
    <RecordEntry
      name={actionWords(entry)}
      marks={outcome === 'done' ? null : <span className="chip">{outcomeWords[outcome]}</span>}
      facts={{
        When: <Ago time={at} now={Date.now()} />,
        From: originWords(entry),
        Record: (
          <>
            {record === null ? 'none' : <RecordLink {...record} />}
            {record?.assignee === undefined ? null : `, to ${record.assignee ?? 'nobody'}`}
          </>
        ),
        Entry: sequence,
      }}
    />
  );
}

function RecordLink({ kind, id }: NonNullable<AuditEntry['record']>) {
  const name = <code>{id}</code>;
  if (kind === 'project')
    return <Link {...{ to: '/projects/$projectId', params: { projectId: id } }}>{name}</Link>;
  if (kind === 'politics')
    return <Link {...{ to: '/rule-sets/$ruleSetId', params: { ruleSetId: id } }}>{name}</Link>;
  return name;
}

function Verification() {
  const { service, announce } = usePage();
  const [words, setWords] = useState<string | null>(null);
  const { run, busy, failure } = useAction(async () => {
    const { data } = await service.audit.verify.query({});
    const found =
      data.problem === null ? `All ${data.entries} entries are intact.` : `Not intact: ${data.problem}.`;
    setWords(found);
    announce(found);
  });
  return (
    <div>
      <div className="buttons">
        <Button busy={busy} onClick={() => void run()}>
          Verify
        </Button>
        <a className="button" href={inWorkspace('/v1/audit/export')} download="audit.jsonl">
          Export
        </a>
      </div>
      {words === null ? null : <p>{words}</p>}
      <Problem>{failure?.text}</Problem>
    </div>
  );
}
