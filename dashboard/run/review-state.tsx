import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { openWords } from '../../src/services/report/words.ts';
import { Button } from '../parts/controls/button.tsx';
import { Field } from '../parts/controls/field.tsx';
import { useAction } from '../parts/controls/use-action.ts';
import { Notice, Problem } from '../parts/notice.tsx';
import { useMay, usePage, useUser } from '../parts/page/page-context.ts';
import { Moment } from '../parts/times.tsx';
import { countOf } from '../parts/words.ts';
import { queries } from '../service/queries.ts';
import type { RunReview } from '../service/service.ts';

type RunPlace = { projectId: string; runId: string };

/** How far the review of an ended run is, and its sign-off. `asksForTwo` if its rule set asks for a second person. */
export function ReviewState({ projectId, runId, asksForTwo }: RunPlace & { asksForTwo: boolean }) {
  const { service } = usePage();
  const { data } = useQuery(queries.runReview(service, projectId, runId));
  const [signing, setSigning] = useState(false);
  const section = useRef<HTMLElement>(null);
  const mayReview = useMay('review');
  // The button that was pressed goes away.
  const show = (form: boolean) => {
    flushSync(() => setSigning(form));
    (section.current?.querySelector<HTMLElement>('.sign-off input') ?? section.current)?.focus();
  };
  if (data === undefined || data.state.review.findings === 0) return null;
  const { review, signOff, earlier } = data.state;
  const reviewed = review.findings - review.notReviewed;
  return (
    <section className="review-state line" aria-label="State of the review" ref={section} tabIndex={-1}>
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
        <SignOffForm {...{ projectId, runId, data, asksForTwo }} onDone={() => show(false)} />
      ) : (
        <SignOffButtons {...{ projectId, runId, data }} onSign={() => show(true)} />
      )}
    </section>
  );
}

type SignOff = NonNullable<RunReview['signOff']>;

function Signed({ signOff }: { signOff: SignOff }) {
  const { second, outdated } = signOff;
  return (
    <Notice kind={outdated || second === null ? 'care' : 'good'}>
      {outdated ? <b>The sign-off is outdated: a review has changed since. </b> : null}
      <Signatures signed={signOff} />
      {second === null && !outdated ? <b> It waits for a second person.</b> : null}
    </Notice>
  );
}

type Signatures = Omit<SignOff, 'outdated'>;

/** Who has signed, when and with which comments; the second person too, if the rule set asks for one. */
function Signatures({ signed: { by, at, comment, open, second } }: { signed: Signatures }) {
  return (
    <>
      <b>
        {second === null ? 'Signed' : 'Signed off'} by {by}
      </b>
      , <Moment time={at} />. Open at that moment: {openWords(open)}.
      {comment === undefined ? null : ` “${comment}”`}
      {second ? (
        <>
          {' '}
          <b>Second signature by {second.by}</b>, <Moment time={second.at} />.
          {second.comment === undefined ? null : ` “${second.comment}”`}
        </>
      ) : null}
    </>
  );
}

const endings = { replaced: 'Replaced by', withdrawn: 'Withdrawn by' } as const;

/** The sign-offs that do not count any more, so that a reader can see who signed what, and who took it back. */
function Earlier({ earlier }: { earlier: RunReview['earlier'] }) {
  return (
    <details className="earlier">
      <summary>{countOf(earlier.length, 'earlier sign-off')}</summary>
      <ol>
        {earlier.map(({ ended, ...signed }) => (
          <li key={ended.at}>
            <Signatures signed={signed} />{' '}
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
  const { email } = useUser();
  const isWaiting = signOff?.second === null && !signOff.outdated;
  return (
    <div className="buttons">
      {signOff === null || signOff.outdated || (isWaiting && signOff.by !== email) ? (
        <Button onClick={onSign}>
          {signOff === null ? 'Sign off…' : isWaiting ? 'Sign as the second person…' : 'Sign off again…'}
        </Button>
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

type SignOffFormProps = SignOffProps & { asksForTwo: boolean; onDone: () => void };

/** The ETag of the state that the person sees is sent with the signature, so that only this state can be signed. */
function SignOffForm({ projectId, runId, data, asksForTwo, onDone }: SignOffFormProps) {
  const { service, announce } = usePage();
  const queryClient = useQueryClient();
  const { run, busy, failure } = useAction(async (comment: string) => {
    const { data: signed } = await service.runs.signOff.mutate(
      { id: projectId, runId, ...(comment !== '' && { comment }) },
      { context: { ifMatch: data.tag } },
    );
    announce(
      signed.signOff?.second === null ? 'Signed. A second person has to sign too.' : 'The run is signed off.',
    );
    onDone();
    await queryClient.invalidateQueries({ queryKey: ['projects'] });
  });
  const isSecond = data.state.signOff?.second === null && !data.state.signOff.outdated;
  return (
    <form
      className="sign-off box"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void run(String(new FormData(event.currentTarget).get('comment') ?? '').trim());
      }}
    >
      <p>
        You sign while this is open: {openWords(data.state.review)}. Your name and the time are recorded for{' '}
        {countOf(data.state.review.findings, 'finding')}. A signed run is kept until somebody deletes it.
        {asksForTwo && !isSecond
          ? ' The run counts as signed off when a second person has signed too.'
          : null}
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
          ? 'A review, an assignment or a signature has changed since this page was loaded. Reload it, read the change, and sign then.'
          : failure?.text}
      </Problem>
    </form>
  );
}
