import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { outcomeSigns } from '../../../src/services/report/words.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Choice, LongField } from '../../parts/controls/field.tsx';
import { useAction } from '../../parts/controls/use-action.ts';
import { Problem } from '../../parts/notice.tsx';
import { useMay, usePage } from '../../parts/page/page-context.ts';
import { Moment } from '../../parts/times.tsx';
import { type Outcome, outcomes } from '../../parts/words.ts';
import type { Finding } from '../../service/service.ts';
import { correctionOf } from '../verdict.ts';
import { useKeys } from './use-keys.ts';

const labels = ['CONFIRMED', 'ESTIMATED', 'NOT FOUND'] as const;

/** What a person decides about a finding. */
export type Decision = { label: (typeof labels)[number]; outcome: Outcome; reason: string };

/** The review of a finding: a person accepts the machine's answer, or corrects it with a reason. */
export function ReviewPanel({ finding, onNext }: { finding: Finding; onNext: () => void }) {
  const { review, label, outcome } = finding;
  const [correcting, setCorrecting] = useState(false);
  const act = useReview(finding);
  const mayReview = useMay('review');

  async function accept() {
    if (label === null || act.busy || !mayReview) return;
    if ((await act.save({ label, outcome, reason: 'Accepted as it is.' })) === null) onNext();
  }

  useKeys({ a: () => void (review === null && accept()), c: () => setCorrecting(mayReview) });

  return (
    <section className="review stack" aria-label="Review">
      <Reviewed finding={finding} />
      {correcting ? (
        <Correction
          finding={finding}
          busy={act.busy}
          onSave={async (decision) => {
            if ((await act.save(decision)) === null) setCorrecting(false);
          }}
          onCancel={() => setCorrecting(false)}
        />
      ) : mayReview ? (
        <div className="buttons">
          {review === null && label !== null ? (
            <Button busy={act.busy} onClick={() => void accept()}>
              Accept
            </Button>
          ) : null}
          <Button onClick={() => setCorrecting(true)}>Correct</Button>
          {review === null ? null : (
            <Button busy={act.busy} onClick={() => void act.remove()}>
              Remove the review
            </Button>
          )}
        </div>
      ) : null}
      <Problem>{act.trouble}</Problem>
    </section>
  );
}

/** What a reviewer decided, who the reviewer was, and when; nothing for a finding without a review. */
export function Reviewed({ finding }: { finding: Finding }) {
  const { review } = finding;
  if (review === null) return null;
  const corrected = correctionOf(finding);
  return (
    <p>
      ☑ {corrected === '' ? 'Accepted' : `Corrected to ${corrected}`} by {review.by},{' '}
      <Moment time={review.at} />: {review.reason}
    </p>
  );
}

function useReview({ id: findingId, review }: Finding) {
  const { projectId } = useParams({ from: '/projects/$projectId/runs/$runId' });
  const { service, announce } = usePage();
  const queryClient = useQueryClient();
  // With this condition the request fails if somebody else has reviewed the finding in the meantime.
  const context = review === null ? ({ ifNoneMatch: '*' } as const) : { ifMatch: `"${review.at}"` };
  const change = useAction(async (to: Decision | null) => {
    if (to === null) await service.findings.unreview.mutate({ id: projectId, findingId }, { context });
    else await service.findings.review.mutate({ id: projectId, findingId, ...to }, { context });
    announce(to === null ? 'The review is removed.' : 'The review is saved.');
    await queryClient.invalidateQueries({ queryKey: ['projects', projectId] });
  });
  return {
    busy: change.busy,
    trouble:
      change.failure?.code === 'precondition_failed'
        ? 'Somebody else reviewed this finding in the meantime. Reload the page to see that review.'
        : change.failure?.text,
    save: (decision: Decision) => change.run(decision),
    remove: () => change.run(null),
  };
}

type CorrectionProps = {
  finding: Finding;
  busy: boolean;
  onSave: (decision: Decision) => Promise<void>;
  onCancel: () => void;
};

/** The form of a correction, filled with the answer of a finding. */
export function Correction({ finding, busy, onSave, onCancel }: CorrectionProps) {
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const [label, setLabel] = useState(finding.review?.label ?? finding.label ?? 'CONFIRMED');
  const [outcome, setOutcome] = useState(finding.review?.outcome ?? finding.outcome);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  useEffect(() => reasonField.current?.focus(), []);

  function save() {
    if (reason.trim() === '') {
      setProblem('Say why, so that others can follow.');
      reasonField.current?.focus();
      return;
    }
    void onSave({ label, outcome, reason: reason.trim() });
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Choice
        label="Outcome"
        name="outcome"
        options={outcomes.map((one) => [one, outcomeSigns[one].word] as const)}
        value={outcome}
        onChange={(value) => setOutcome(outcomes.find((one) => one === value) ?? outcome)}
      />
      <Choice
        label="Label"
        name="label"
        options={labels.map((one) => [one, one] as const)}
        value={label}
        hint="The machine’s answer stays beside yours."
        onChange={(value) => setLabel(labels.find((one) => one === value) ?? label)}
      />
      <LongField
        label="Reason"
        ref={reasonField}
        rows={2}
        value={reason}
        problem={problem}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="buttons">
        <Button type="submit" kind="main" busy={busy}>
          Save the correction
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
