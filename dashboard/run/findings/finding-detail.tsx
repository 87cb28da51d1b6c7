import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Fragment, useId } from 'react';
import { placeWords } from '../../../src/domain/place-words.ts';
import { positionFacts } from '../../../src/services/report/positions.ts';
import { ruleFacts } from '../../../src/services/report/rule-facts.ts';
import { cautionWords, certificateWords, whyNotConfirmed } from '../../../src/services/report/words.ts';
import { Evidence } from '../../evidence/evidence.tsx';
import { markOf, type Place, placesOf } from '../../evidence/places.ts';
import { Button } from '../../parts/controls/button.tsx';
import { useAction } from '../../parts/controls/use-action.ts';
import { Problem } from '../../parts/notice.tsx';
import { useMay, usePage, useUser, useWorkspaces } from '../../parts/page/page-context.ts';
import { countOf, shortened } from '../../parts/words.ts';
import { queries } from '../../service/queries.ts';
import type { Citation, Finding } from '../../service/service.ts';
import { SuggestedChange } from '../redline/suggestion.tsx';
import { capital } from '../verdict.ts';
import { AnswerTags } from '../verdict-tag.tsx';
import { PaneDivider } from './pane-divider.tsx';
import { type Draft, Reviewed, ReviewPanel } from './review-panel.tsx';

type FindingDetailProps = {
  finding: Finding;
  place: number;
  canReview: boolean;
  drafts: Map<string, Draft>;
  isLast: boolean;
  onPlace: (place: number) => void;
  onBack: () => void;
  onNext: () => void;
};

/**
 * One finding: the rule, the answer, the quotes that support it, and the part of the document that contains the
 * selected quote.
 */
export function FindingDetail(props: FindingDetailProps) {
  const { finding, place, canReview, drafts, isLast, onPlace, onBack, onNext } = props;
  const { rule, subject, statement, toSettle, label, review } = finding;
  const whyNot = whyNotConfirmed(finding);
  const places = placesOf(finding);
  const open = places[place];
  return (
    <>
      <div className="detail-answer stack loose">
        <div className="detail-back">
          <Button kind="quiet" onClick={onBack}>
            ← All findings
          </Button>
          {isLast ? null : (
            <Button kind="quiet" onClick={onNext}>
              Next finding →
            </Button>
          )}
        </div>
        <div className="detail-head stack tight">
          <h2>{rule.name}</h2>
          <p className="line">
            <AnswerTags finding={finding} />
            {subject.kind === 'file' ? <span className="soft">{shortened(subject.name)}</span> : null}
          </p>
          <dl className="detail-texts">
            <dt>Rule</dt>
            <dd>{rule.description}</dd>
            {ruleFacts(rule).map(described)}
            <dt>Finding</dt>
            <dd>{statement}</dd>
            {positionFacts(finding).map(described)}
            {whyNot !== '' ? (
              <>
                <dt>Why not confirmed</dt>
                <dd>{capital(whyNot)}.</dd>
              </>
            ) : null}
            {toSettle.length > 0 && review === null ? (
              <>
                <dt>To settle it</dt>
                <dd>
                  <Steps steps={toSettle} />
                </dd>
              </>
            ) : null}
            {label === 'NOT FOUND' ? <Searched finding={finding} /> : null}
          </dl>
        </div>
        <Assignee finding={finding} canAssign={canReview} />
        {canReview ? <ReviewPanel {...{ finding, drafts, onNext }} /> : <Reviewed finding={finding} />}
        <SuggestedChange finding={finding} />
        <Places places={places} open={place} onOpen={onPlace} />
        {certificateWords([finding]).map((words) => (
          <p key={words} className="soft">
            Tested: {words}.
          </p>
        ))}
      </div>
      {open === undefined ? null : (
        <>
          <PaneDivider pane="answer" label="Width of the finding" />
          <Evidence place={open} places={places} />
        </>
      )}
    </>
  );
}

function described({ name, value }: { name: string; value: string }) {
  return (
    <Fragment key={name}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </Fragment>
  );
}

/** How many steps are shown at first, so that the buttons for the review stay in view. */
const shownSteps = 2;

function Steps({ steps }: { steps: readonly string[] }) {
  const more = steps.slice(shownSteps);
  return (
    <>
      {steps.slice(0, shownSteps).join(' ')}
      {more.length === 0 ? null : (
        <details>
          <summary>{countOf(more.length, 'more step')}</summary>
          <ul className="steps-more">
            {more.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Which files and pages were searched, so that a reader can judge whether something is really absent. */
function Searched({ finding: { search } }: { finding: Finding }) {
  const { complete, filesSearched, filesTotal, pagesSearched, pagesTotal, unread } = search;
  return (
    <>
      <dt>Searched</dt>
      <dd>
        {filesSearched} of {filesTotal} files, {pagesSearched} of {pagesTotal} pages.
        {complete ? null : ' The part that was not read could contain the answer.'}
        {unread.map(({ name, reason }) => ` Not read: ${name} (${reason.replaceAll('_', ' ')}).`).join('')}
      </dd>
    </>
  );
}

const headings: Record<Place['kind'], string> = {
  cited: 'Quotes',
  toRead: 'Passages to read',
  basis: 'What your knowledge files say',
  nearest: 'Closest passages',
};

type PlacesProps = { places: readonly Place[]; open: number; onOpen: (place: number) => void };

function Places({ places, open, onOpen }: PlacesProps) {
  if (places.length === 0) return <p className="soft">There is no quote for this finding.</p>;
  return (
    <div className="places-list stack">
      {(['cited', 'toRead', 'basis', 'nearest'] as const).map((kind) => {
        const ofKind = places.flatMap((place, index) => (place.kind === kind ? [{ place, index }] : []));
        if (ofKind.length === 0) return null;
        return (
          <section key={kind}>
            <h3>{headings[kind]}</h3>
            <ol className="stack tight">
              {ofKind.map(({ place, index }) => (
                <li key={index}>
                  <button
                    type="button"
                    className={`place as-text place-${markOf(place)}`}
                    aria-current={index === open || undefined}
                    onClick={() => onOpen(index)}
                  >
                    <q className="clamped">{place.citation.quote}</q>
                    <span className="soft">{remarksOf(place.citation, kind)}</span>
                  </button>
                </li>
              ))}
            </ol>
          </section>
        );
      })}
    </div>
  );
}

/** What a quote says about the answer; a quote that supports the answer needs no remark. */
const stanceRemarks: Record<Citation['stance'], string[]> = {
  supports: [],
  contradicts: ['speaks against it'],
  qualifies: ['limits it'],
  defines: ['defines the duty'],
};

function remarksOf(citation: Citation, kind: Place['kind']): string {
  const stance = kind === 'cited' ? stanceRemarks[citation.stance] : [];
  return [
    `${citation.source.name}, ${placeWords(citation.locator)}`,
    ...stance,
    ...cautionWords(citation),
  ].join(' · ');
}

/** Who is to review a finding; a reviewer can change it. In a workspace with one member there is nothing to choose. */
function Assignee({ finding, canAssign }: { finding: Finding; canAssign: boolean }) {
  const { projectId } = useParams({ from: '/projects/$projectId/runs/$runId' });
  const { service, announce } = usePage();
  const { current } = useWorkspaces();
  const { _id: myId } = useUser();
  const mayReview = useMay('review');
  const queryClient = useQueryClient();
  const id = useId();
  // Members who have joined since the page was opened count too.
  const { data = [] } = useQuery(queries.members(service, current._id));
  const isShared = data.length > 1;
  const change = useAction(async (next: string) => {
    const asked = { id: projectId, findingId: finding.id, userId: next === '' ? null : next };
    const { data: assigned } = await service.findings.assign.mutate(asked);
    announce(`The finding is assigned to ${assigned.assignee?.name ?? 'nobody'}.`);
    await queryClient.invalidateQueries({ queryKey: ['projects'] });
  });
  const { assignee } = finding;
  if (!isShared) return null;
  if (!canAssign || !mayReview)
    return assignee === null ? null : <p className="soft">Assigned to {assignee.name}</p>;
  const names = new Map(
    data.flatMap(({ userId, role, email }) => (role === 'viewer' ? [] : [[userId, email]])),
  );
  if (assignee !== null) names.set(assignee.id, assignee.name);
  return (
    <div className="compare">
      <label htmlFor={id}>Assigned to</label>
      <select
        id={id}
        className="input"
        value={assignee?.id ?? ''}
        disabled={change.busy}
        onChange={({ target }) => void change.run(target.value)}
      >
        <option value="">nobody</option>
        {[...names].map(([userId, name]) => (
          <option key={userId} value={userId}>
            {userId === myId ? `me (${name})` : name}
          </option>
        ))}
      </select>
      <Problem>{change.failure?.text}</Problem>
    </div>
  );
}
