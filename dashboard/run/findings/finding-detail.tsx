import { Fragment } from 'react';
import { placeWords } from '../../../src/domain/place-words.ts';
import { cautionWords, certificateWords, reasonWords } from '../../../src/services/report/words.ts';
import { Evidence } from '../../evidence/evidence.tsx';
import { type Place, placesOf } from '../../evidence/places.ts';
import { Button } from '../../parts/controls/button.tsx';
import type { Citation, Finding } from '../../service/service.ts';
import { LabelBadge, VerdictTag } from '../verdict-tag.tsx';
import { Reviewed, ReviewPanel } from './review-panel.tsx';

type FindingDetailProps = {
  finding: Finding;
  place: number;
  canReview: boolean;
  onPlace: (place: number) => void;
  onBack: () => void;
  onNext: () => void;
};

/**
 * One finding: the rule, the answer, the quotes that support it, and the part of the document that contains the
 * selected quote.
 */
export function FindingDetail({ finding, place, canReview, onPlace, onBack, onNext }: FindingDetailProps) {
  const { rule, subject, statement, reasons, toSettle, label } = finding;
  const places = placesOf(finding);
  const open = places[place];
  return (
    <>
      <div className="detail-answer">
        <div className="detail-back">
          <Button kind="quiet" onClick={onBack}>
            ← All findings
          </Button>
        </div>
        <div className="detail-head">
          <h2>{rule.name}</h2>
          <p className="finding-row-head">
            <VerdictTag finding={finding} />
            <LabelBadge finding={finding} />
            {subject.kind === 'file' ? <span className="soft">{subject.name}</span> : null}
          </p>
          <dl className="detail-texts">
            <dt>Rule</dt>
            <dd>{rule.description}</dd>
            <dt>Finding</dt>
            <dd>{statement}</dd>
            {certificateWords([finding]).map((words) => (
              <Fragment key={words}>
                <dt>Tested</dt>
                <dd>{words}.</dd>
              </Fragment>
            ))}
            {reasons.length > 0 ? (
              <>
                <dt>Why not confirmed</dt>
                <dd>{reasons.map((reason) => reasonWords[reason]).join('; ')}</dd>
              </>
            ) : null}
            {toSettle.length > 0 ? (
              <>
                <dt>To settle it</dt>
                <dd>{toSettle.join(' ')}</dd>
              </>
            ) : null}
            {label === 'NOT FOUND' ? <Searched finding={finding} /> : null}
          </dl>
        </div>
        {canReview ? <ReviewPanel finding={finding} onNext={onNext} /> : <Reviewed finding={finding} />}
        <Places places={places} open={place} onOpen={onPlace} />
      </div>
      {open === undefined ? null : <Evidence place={open} places={places} />}
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
  basis: 'What your knowledge files say',
  nearest: 'Closest passages',
};

type PlacesProps = { places: readonly Place[]; open: number; onOpen: (place: number) => void };

function Places({ places, open, onOpen }: PlacesProps) {
  if (places.length === 0) return <p className="soft">There is no quote for this finding.</p>;
  return (
    <div className="places-list">
      {(['cited', 'basis', 'nearest'] as const).map((kind) => {
        const ofKind = places.flatMap((place, index) => (place.kind === kind ? [{ place, index }] : []));
        if (ofKind.length === 0) return null;
        return (
          <section key={kind}>
            <h3>{headings[kind]}</h3>
            <ol>
              {ofKind.map(({ place, index }) => (
                <li key={index}>
                  <button
                    type="button"
                    className={`place place-${kind === 'cited' ? place.citation.stance : kind}`}
                    aria-current={index === open || undefined}
                    onClick={() => onOpen(index)}
                  >
                    <q>{place.citation.quote}</q>
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
