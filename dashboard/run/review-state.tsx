import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { Field } from '../parts/controls/field.tsx';
import { useAction } from '../parts/controls/use-action.ts';
import { Notice, Problem } from '../parts/notice.tsx';
import { useMay, usePage } from '../parts/page/page-context.ts';
import { Moment } from '../parts/times.tsx';
import { countOf, openWords } from '../parts/words.ts';
import { queries } from '../service/queries.ts';
import type { RunReview } from '../service/service.ts';

type RunPlace = { projectId: string; runId: string };

/** How far the review of an ended run is, and its sign-off. */
export function ReviewState({ projectId, runId }: RunPlace) {
  const { service } = usePage();
  const { data } = useQuery(queries.runReview(service, projectId, runId));
  const [signing, setSigning] = useState(false);
  const mayReview = useMay('review');
  if (data === undefined || data.state.review.findings === 0) return null;
  const { review, signOff, earlier } = data.state;
  const reviewed = review.findings - review.notReviewed;
  return (
    <section className="review-state line" aria-label="State of the review">
      <div className="bar">
        <span>Reviewed</span>
        <progress aria-label="Reviewed findings" max={review.findings} value={reviewed} />
        <span className="bar-count">
          {reviewed} of {review.findings}
        </span>
      </div>
      {signOff === null ? null : <Signed signOff={signOff} />}
      {earlier.length === 0 ? null : <Earlier earlier={earlier} />}
      {!mayReview ? null : signing ? (
        <SignOffForm {...{ projectId, runId, data }} onDone={() => setSigning(false)} />
      ) : (
        <SignOffButtons {...{ projectId, runId, data }} onSign={() => setSigning(true)} />
      )}
    </section>
  );
}

type SignOff = NonNullable<RunReview['signOff']>;

function Signed({ signOff: { by, at, comment, open, outdated } }: { signOff: SignOff }) {
  return (
    <Notice kind={outdated ? 'care' : 'good'}>
      <b>
        {outdated ? 'The sign-off is outdated: a review has changed since. ' : ''}Signed off by {by}
      </b>
      , <Moment time={at} />. Open at that moment: {openWords(open) || 'nothing'}.
      {comment === undefined ? null : ` “${comment}”`}
    </Notice>
  );
}

const endings = { replaced: 'Replaced by', withdrawn: 'Withdrawn by' } as const;

/** The sign-offs that do not count any more, so that a reader can see who signed what, and who took it back. */
function Earlier({ earlier }: { earlier: RunReview['earlier'] }) {
  return (
    <details className="earlier">
      <summary>{countOf(earlier.length, 'earlier sign-off')}</summary>
      <ol>
        {earlier.map(({ by, at, comment, open, ended }) => (
          <li key={at}>
            Signed off by {by}, <Moment time={at} />. Open at that moment: {openWords(open) || 'nothing'}.
            {comment === undefined ? null : ` “${comment}”`}{' '}
            <span className="soft">
              {endings[ended.how]} {ended.by}, <Moment time={ended.at} />.
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

type SignOffProps = RunPlace & { data: { state: RunReview; tag: string } };

function SignOffButtons({ projectId, runId, data, onSign }: SignOffProps & { onSign: () => void }) {
  const { service, announce } = usePage();
  const queryClient = useQueryClient();
  const { run, busy, failure } = useAction(async () => {
    await service.runs.withdrawSignOff.mutate({ id: projectId, runId });
    announce('The sign-off is withdrawn.');
    await queryClient.invalidateQueries({ queryKey: ['projects'] });
  });
  const { signOff } = data.state;
  return (
    <div className="buttons">
      {signOff === null || signOff.outdated ? (
        <Button onClick={onSign}>{signOff === null ? 'Sign off…' : 'Sign off again…'}</Button>
      ) : null}
      {signOff === null ? null : (
        <Button kind="quiet" busy={busy} onClick={() => void run()}>
          Withdraw the sign-off
        </Button>
      )}
      <Problem>{failure?.text}</Problem>
    </div>
  );
}

/** The ETag of the state that the person sees is sent with the signature, so that only this state can be signed. */
function SignOffForm({ projectId, runId, data, onDone }: SignOffProps & { onDone: () => void }) {
  const { service, announce } = usePage();
  const queryClient = useQueryClient();
  const { run, busy, failure } = useAction(async (comment: string) => {
    await service.runs.signOff.mutate(
      { id: projectId, runId, ...(comment !== '' && { comment }) },
      { context: { ifMatch: data.tag } },
    );
    announce('The run is signed off.');
    onDone();
    await queryClient.invalidateQueries({ queryKey: ['projects'] });
  });
  const open = openWords(data.state.review);
  return (
    <form
      className="sign-off box"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void run(String(new FormData(event.currentTarget).get('comment') ?? '').trim());
      }}
    >
      <p>
        {open === ''
          ? 'Nothing is open: every finding is reviewed.'
          : `You sign while this is open: ${open}.`}{' '}
        Your name and the time are recorded for {countOf(data.state.review.findings, 'finding')}.
      </p>
      <Field label="Comment (optional)" name="comment" maxLength={2_000} autoComplete="off" />
      <div className="buttons">
        <Button type="submit" kind="main" busy={busy}>
          Sign off
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
      <Problem>
        {failure?.code === 'precondition_failed'
          ? 'A review has changed since this page was loaded. Reload it, read the change, and sign then.'
          : failure?.text}
      </Problem>
    </form>
  );
}
