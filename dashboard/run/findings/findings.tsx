import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { byAction } from '../../../src/services/report/by-action.ts';
import { placesOf } from '../../evidence/places.ts';
import { useUser } from '../../parts/page/page-context.ts';
import { hasEnded } from '../../parts/words.ts';
import type { Finding, Run } from '../../service/service.ts';
import { type RunSearch, runSearch } from '../run-search.ts';
import { filtered } from './filtering.ts';
import { Filters } from './filters.tsx';
import { FindingDetail } from './finding-detail.tsx';
import { FindingList } from './finding-list.tsx';
import { isAlone } from './is-alone.ts';
import { PaneDivider } from './pane-divider.tsx';
import type { Draft } from './review-panel.tsx';
import { ReviewShown } from './review-shown.tsx';
import { useKeys } from './use-keys.ts';

type FindingsProps = { run: Run; findings: readonly Finding[]; canReview: boolean };

/**
 * The list of findings beside the details of the open finding. The address of the page contains the filter, the open
 * finding and the selected quote.
 */
export function Findings({ run, findings, canReview }: FindingsProps) {
  const search = useSearch({ from: '/projects/$projectId/runs/$runId' });
  const navigate = useNavigate({ from: '/projects/$projectId/runs/$runId' });
  const { finding: openId, place = 0, ...filter } = search;
  const { _id: myId } = useUser();
  const detail = useRef<HTMLElement>(null);
  // A correction that is not saved stays until the person leaves the page, also while other findings are open.
  const [drafts] = useState(() => new Map<string, Draft>());
  const searchBox = useRef<HTMLDivElement>(null);
  // The filter is a new object at every render, so the memo compares the filter as JSON text.
  const filterText = JSON.stringify(filter);
  const ordered = useOrder(findings, `${run._id} ${findings.length} ${filterText}`);
  const { shown, counts } = useMemo(
    () => filtered(ordered, runSearch(JSON.parse(filterText)), myId),
    [ordered, filterText, myId],
  );
  const open = findings.find(({ id }) => id === openId) ?? shown[0];
  const places = open === undefined ? [] : placesOf(open);

  // Back leads to the finding and the filter before; typed words and places within a finding are no steps of their own.
  const go = (next: RunSearch) => {
    const isStep = stepOf(next) !== stepOf(search);
    void navigate({ search: next, replace: !isStep, resetScroll: false });
  };
  const openFinding = (finding: Finding | undefined) => {
    if (finding !== undefined) go({ ...filter, finding: finding.id });
  };
  const openPlace = (next: number) => {
    if (open !== undefined && next >= 0 && next < places.length) {
      go({ ...filter, finding: open.id, place: next });
      // On a phone, the document is above the quotes.
      if (isAlone()) detail.current?.scrollIntoView();
    }
  };
  const step = (by: 1 | -1) => {
    const at = ordered.findIndex(({ id }) => id === open?.id);
    // A finding that a review has taken out of the filter keeps its place, from which the person goes on.
    const others = by > 0 ? ordered.slice(at + 1) : ordered.slice(0, Math.max(at, 0)).reverse();
    const passing = new Set(shown);
    openFinding(others.find((one) => passing.has(one)));
  };

  // After a step by key, the head and the row of the next finding are in view, even if a person has scrolled down to its
  // quotes, or has not scrolled to the list. On a phone, a finding takes the place of the list.
  const shownId = open?.id;
  const openNow = useRef(shownId);
  const goesOn = useRef(false);
  useLayoutEffect(() => {
    const isOther = openNow.current !== shownId;
    openNow.current = shownId;
    const element = detail.current;
    if (shownId === undefined || element === null) return;
    const isInView = () => {
      const row = element.parentElement?.querySelector('.finding-row[aria-current]')?.getBoundingClientRect();
      return element.getBoundingClientRect().top >= 0 && row !== undefined && row.bottom <= innerHeight;
    };
    if (isAlone() ? openId !== undefined : isOther && !isInView()) element.scrollIntoView();
    // The button that led to this finding is gone, so the focus goes to the finding.
    if (isOther && goesOn.current) element.focus({ preventScroll: true });
    goesOn.current = false;
  }, [shownId, openId]);

  useKeys({
    j: () => step(1),
    k: () => step(-1),
    '[': () => openPlace(place - 1),
    ']': () => openPlace(place + 1),
    o: () => detail.current?.focus(),
    '/': () => searchBox.current?.querySelector('input')?.focus(),
  });

  if (findings.length === 0) {
    return <p className="soft">{hasEnded(run) ? 'There are no findings.' : 'No findings yet.'}</p>;
  }
  return (
    <div className="findings" data-open={openId !== undefined}>
      <div className="findings-list stack">
        <div ref={searchBox}>
          <Filters run={run} findings={findings} filter={filter} counts={counts} onChange={go} />
          {canReview ? <ReviewShown shown={shown} /> : null}
        </div>
        <FindingList findings={shown} openId={open?.id ?? null} onOpen={openFinding} />
        <p className="soft keys">
          Keys: <kbd>J</kbd> <kbd>K</kbd> next and previous finding, <kbd>]</kbd> <kbd>[</kbd> next and
          previous place, <kbd>O</kbd> open, <kbd>/</kbd> search
          {canReview ? (
            <>
              , <kbd>A</kbd> accept, <kbd>C</kbd> correct
            </>
          ) : null}
        </p>
      </div>
      <PaneDivider pane="list" label="Width of the list" />
      <section
        className="findings-detail stack loose"
        aria-label="The open finding"
        ref={detail}
        tabIndex={-1}
      >
        {open === undefined ? null : (
          <FindingDetail
            key={open.id}
            finding={open}
            place={Math.min(place, Math.max(places.length - 1, 0))}
            canReview={canReview}
            drafts={drafts}
            isLast={shown.at(-1)?.id === open.id}
            onPlace={openPlace}
            onBack={() => go(filter)}
            onNext={() => {
              // A person who opened another finding while the review was saved stays there.
              if (openNow.current !== open.id) return;
              goesOn.current = true;
              step(1);
            }}
          />
        )}
      </section>
    </div>
  );
}

/**
 * The findings, those that need action first. A review that changes an answer moves no finding: the order is made anew only
 * when `key` changes.
 */
function useOrder(findings: readonly Finding[], key: string): readonly Finding[] {
  const kept = useRef<{ key: string; places: ReadonlyMap<string, number> }>(null);
  return useMemo(() => {
    if (kept.current?.key !== key)
      kept.current = { key, places: new Map(byAction(findings).map(({ id }, at) => [id, at])) };
    const { places } = kept.current;
    return findings.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
  }, [findings, key]);
}

function stepOf({ text: _, place: _place, ...step }: RunSearch): string {
  return JSON.stringify(runSearch(step));
}
