import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type Ref, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { keptWords, outcomeSigns } from '../../../src/services/report/words.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Choice, LongField } from '../../parts/controls/field.tsx';
import { useAction } from '../../parts/controls/use-action.ts';
import { Problem } from '../../parts/notice.tsx';
import { useMay, usePage } from '../../parts/page/page-context.ts';
import { Moment, momentWords } from '../../parts/times.tsx';
import { type Outcome, outcomes } from '../../parts/words.ts';
import { queries } from '../../service/queries.ts';
import type { Finding, ProjectView } from '../../service/service.ts';
import { documentOf } from '../changes.ts';
import { correctionOf } from '../verdict.ts';
import { useKeys } from './use-keys.ts';

const labels = ['CONFIRMED', 'ESTIMATED', 'NOT FOUND'] as const;

type Label = (typeof labels)[number];

/** What a person decides about a finding. */
type Decision = { label: Label; outcome: Outcome; reason: string };

/** A decision that is being written. The label is null until the person chooses one. */
export type Draft = Omit<Decision, 'label'> & { label: Label | null };

/** What the form of a correction begins with: the answer that counts, and a label only if a person has chosen it. */
export function draftOf({ review, label, outcome }: Finding): Draft {
  const chosen = review === null || review.label === label ? null : review.label;
  return { label: chosen, outcome: review?.outcome ?? outcome, reason: '' };
}

/** The decision of a draft. An outcome that the person sets is decided, so it does not keep the machine's label. */
export function decisionOf(
  { label: given, outcome: said }: Finding,
  { label, outcome, reason }: Draft,
): Decision {
  const own = outcome === 'undetermined' ? 'ESTIMATED' : 'CONFIRMED';
  return { label: label ?? (outcome === said ? given : null) ?? own, outcome, reason: reason.trim() };
}

type ReviewPanelProps = {
  finding: Finding;
  /** The corrections that are written and not saved, by the id of their finding. */
  drafts: Map<string, Draft>;
  onNext: () => void;
};

/** The review of a finding: a person accepts the machine's answer, or corrects it with a reason. */
export function ReviewPanel({ finding, drafts, onNext }: ReviewPanelProps) {
  const { review, label, outcome } = finding;
  const [draft, setDraft] = useState(drafts.get(finding.id) ?? null);
  const form = useRef<HTMLFormElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const act = useReview(finding);
  const mayReview = useMay('review');

  async function accept() {
    if (label === null || act.busy || !mayReview) return;
    if ((await act.save({ label, outcome, reason: 'Accepted as it is.' })) === null) onNext();
  }

  function change(next: Draft) {
    drafts.set(finding.id, next);
    flushSync(() => setDraft(next));
  }

  function correct() {
    if (!mayReview) return;
    change(draft ?? draftOf(finding));
    form.current?.querySelector('select')?.focus();
  }

  function close() {
    drafts.delete(finding.id);
    flushSync(() => setDraft(null));
    opener.current?.focus();
  }

  useKeys({ a: () => void (review === null && accept()), c: correct });

  return (
    <section className="review stack" aria-label="Review">
      <Reviewed finding={finding} />
      {draft !== null ? (
        <Correction
          ref={form}
          findings={[finding]}
          draft={draft}
          busy={act.busy}
          onChange={change}
          onSave={async () => {
            if ((await act.save(decisionOf(finding, draft))) === null) close();
          }}
          onCancel={close}
        />
      ) : mayReview ? (
        <div className="buttons">
          {review === null && label !== null ? (
            <Button busy={act.busy} onClick={() => void accept()}>
              Accept
            </Button>
          ) : null}
          <Button ref={opener} onClick={correct}>
            Correct
          </Button>
          {review === null ? null : (
            <Button
              busy={act.busy}
              onClick={() => {
                opener.current?.focus();
                void act.remove();
              }}
            >
              Remove the review
            </Button>
          )}
        </div>
      ) : null}
      <Problem>{act.trouble}</Problem>
    </section>
  );
}

/**
 * What a reviewer decided, who the reviewer was, and when, and whether in an earlier run; for a finding without a review,
 * the decision of the run before that was not kept.
 */
export function Reviewed({ finding }: { finding: Finding }) {
  const { projectId } = useParams({ strict: false });
  const { service } = usePage();
  const project = useQuery(queries.project(service, projectId ?? ''));
  const runs = project.data?.runs ?? [];
  const { review } = finding;
  if (review === null) return <NotKept finding={finding} before={runBefore(runs, finding.runId)} />;
  const corrected = correctionOf(finding);
  return (
    <p>
      ☑ {corrected === '' ? 'Accepted' : `Corrected to ${corrected}`} by {review.by},{' '}
      <Moment time={review.at} />
      {keptWords(finding, runs, momentWords)}: {review.reason}
    </p>
  );
}

/** The last run that had ended when the run was started, given the runs of the project, the newest first. */
function runBefore(runs: ProjectView['runs'], runId: string): ProjectView['runs'][number] | undefined {
  const at = runs.findIndex(({ _id }) => _id === runId);
  return at < 0 ? undefined : runs.slice(at + 1).find(({ endedAt }) => endedAt !== null);
}

type NotKeptProps = { finding: Finding; before: ProjectView['runs'][number] | undefined };

/** The decision about the same rule and file in the run before, which the changed evidence or rule has ended. */
function NotKept({ finding, before }: NotKeptProps) {
  const { service } = usePage();
  const { rule, subject } = finding;
  const { data = [] } = useQuery({
    ...queries.findings(service, before?.projectId ?? '', before?._id ?? '', rule.key),
    enabled: before !== undefined,
  });
  // Files that share a name cannot be told apart here.
  const nameOf = (one: Finding['subject']) => (one.kind === 'project' ? null : documentOf(one));
  const [was, another] = data.filter((one) => nameOf(one.subject) === nameOf(subject));
  if (!was?.review || another) return null;
  const { by, reason, outcome = was.outcome } = was.review;
  const changed = was.rule.description === rule.description ? 'evidence' : 'rule';
  return (
    <p>
      The earlier decision ({outcomeSigns[outcome].word}, by {by}: {reason}) was not kept, because the{' '}
      {changed} changed.
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
  ref: Ref<HTMLFormElement>;
  findings: readonly Finding[];
  draft: Draft;
  busy: boolean;
  onChange: (draft: Draft) => void;
  onSave: () => Promise<void>;
  onCancel: () => void;
};

/** The form of a correction of one or several findings. */
export function Correction({ ref, findings, draft, busy, onChange, onSave, onCancel }: CorrectionProps) {
  const { outcome, reason } = draft;
  const [isRefused, setIsRefused] = useState(false);
  const decisions = findings.map((finding) => ({ finding, decision: decisionOf(finding, draft) }));
  const isSame = decisions.every(
    ({ finding, decision }) => decision.outcome === finding.outcome && decision.label === finding.label,
  );
  const isUnexplained = reason.trim() === '';

  function save(form: HTMLFormElement) {
    if (busy) return;
    flushSync(() => setIsRefused(true));
    if (isSame || isUnexplained) form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else void onSave();
  }

  return (
    <form
      ref={ref}
      onSubmit={(event) => {
        event.preventDefault();
        save(event.currentTarget);
      }}
      onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
        if (key === 'Escape') onCancel();
        if (key === 'Enter' && (ctrlKey || metaKey)) save(currentTarget);
      }}
    >
      <Choice
        label="Outcome"
        name="outcome"
        options={outcomes.map((one) => [one, outcomeSigns[one].word] as const)}
        value={outcome}
        problem={
          isRefused && isSame
            ? 'Nothing is corrected: choose another outcome, or accept the finding.'
            : undefined
        }
        hint="The machine’s answer stays beside yours."
        onChange={(value) =>
          onChange({ ...draft, outcome: outcomes.find((one) => one === value) ?? outcome })
        }
      />
      <LongField
        label="Reason"
        rows={2}
        value={reason}
        problem={isRefused && isUnexplained ? 'Say why, so that others can follow.' : undefined}
        onChange={(event) => onChange({ ...draft, reason: event.target.value })}
      />
      <details>
        <summary>More</summary>
        <Choice
          label="Label"
          name="label"
          options={labels.map((one) => [one, one] as const)}
          value={decisions[0]?.decision.label ?? 'CONFIRMED'}
          hint="How well the answer is established. NOT FOUND says that nothing decides the rule."
          onChange={(value) => onChange({ ...draft, label: labels.find((one) => one === value) ?? null })}
        />
      </details>
      <div className="buttons">
        <Button type="submit" kind="main" busy={busy}>
          Save the correction
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
