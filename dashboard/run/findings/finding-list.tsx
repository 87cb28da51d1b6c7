import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { Finding } from '../../service/service.ts';
import { AnswerTags } from '../verdict-tag.tsx';
import { isAlone } from './is-alone.ts';

/** The assumed height of a row that has not been measured yet, in pixels. */
const guessedHeight = 92;

type FindingListProps = {
  findings: readonly Finding[];
  openId: string | null;
  onOpen: (finding: Finding) => void;
};

/**
 * The findings that pass the filter. Only the rows in view are rendered, so that a list of thousands scrolls smoothly.
 */
export function FindingList({ findings, openId, onOpen }: FindingListProps) {
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: findings.length,
    getScrollElement: () => box.current,
    estimateSize: () => guessedHeight,
    getItemKey: (index) => findings[index]?.id ?? index,
    overscan: 6,
  });
  const openAt = findings.findIndex(({ id }) => id === openId);

  useEffect(() => {
    // A list that a person comes back to stays where it was left.
    if (openAt >= 0 && !isAlone()) rows.scrollToIndex(openAt, { align: 'auto' });
  }, [openAt, rows]);

  if (findings.length === 0) return <p className="soft">No finding passes these filters.</p>;
  return (
    <div ref={box} className="finding-scroll box">
      <ol
        className="finding-list"
        aria-label={`Findings, ${findings.length}`}
        style={{ height: rows.getTotalSize() }}
      >
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const finding = findings[index];
          if (finding === undefined) return null;
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={findings.length}
              aria-posinset={index + 1}
            >
              <FindingRow finding={finding} isOpen={finding.id === openId} onOpen={() => onOpen(finding)} />
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** The severity, owner, deadline and tags of a rule, in one line. */
function RuleNotes({ rule: { severity, owner, deadline, tags = [] } }: { rule: Finding['rule'] }) {
  const notes = [
    ...(severity === undefined ? [] : [`severity ${severity}`]),
    ...(owner === undefined ? [] : [owner]),
    ...(deadline === undefined ? [] : [`by ${deadline}`]),
    ...tags,
  ];
  return notes.length === 0 ? null : <span className="soft">{notes.join(' · ')}</span>;
}

function FindingRow({ finding, isOpen, onOpen }: { finding: Finding; isOpen: boolean; onOpen: () => void }) {
  const { rule, subject, statement } = finding;
  return (
    <button type="button" className="finding-row as-text" aria-current={isOpen || undefined} onClick={onOpen}>
      <span className="line">
        <AnswerTags finding={finding} />
      </span>
      <b className="finding-row-name">{rule.name}</b>
      <RuleNotes rule={rule} />
      {subject.kind === 'file' ? <span className="soft">{subject.name}</span> : null}
      <span className="finding-row-text soft clamped">{statement}</span>
    </button>
  );
}
