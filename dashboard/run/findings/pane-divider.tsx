import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** How much of the width a pane can have, in percent. A pane is never narrower than its words need. */
const [least, most] = [15, 50];
/** How far an arrow key moves a divider, in percent. */
const keyStep = 2;

type PaneDividerProps = { pane: 'list' | 'answer'; label: string };

/**
 * The divider after a pane, which a person moves with the mouse, a finger or the arrow keys. The browser remembers where
 * it is; a double click, or Enter, puts it back.
 */
export function PaneDivider({ pane, label }: PaneDividerProps) {
  const line = useRef<HTMLHRElement>(null);
  const [share, setShare] = useState(() => storedShare(pane));
  const [shown, setShown] = useState(least);

  useLayoutEffect(() => {
    const panes = line.current?.parentElement;
    if (share === null) panes?.style.removeProperty(`--${pane}-pane`);
    else panes?.style.setProperty(`--${pane}-pane`, `clamp(14rem, ${share}%, ${most}%)`);
  }, [pane, share]);

  useEffect(() => {
    const [before, panes] = [line.current?.previousElementSibling, line.current?.parentElement];
    if (!before || !panes) return;
    const observer = new ResizeObserver(() => setShown((100 * before.clientWidth) / panes.clientWidth));
    observer.observe(before);
    return () => observer.disconnect();
  }, []);

  function move(to: number | null): void {
    const next = to === null ? null : Math.min(most, Math.max(least, to));
    setShare(next);
    if (next === null) localStorage.removeItem(keyOf(pane));
    else localStorage.setItem(keyOf(pane), String(next));
  }
  function drag({ clientX, currentTarget, pointerId }: PointerEvent<HTMLElement>): void {
    const panes = currentTarget.parentElement?.getBoundingClientRect();
    if (!panes || !currentTarget.hasPointerCapture(pointerId)) return;
    move((100 * (clientX - panes.left - currentTarget.clientWidth / 2)) / panes.width);
  }
  function press(event: KeyboardEvent): void {
    const to = new Map([
      ['ArrowLeft', shown - keyStep],
      ['ArrowRight', shown + keyStep],
      ['Home', least],
      ['End', most],
      ['Enter', null],
    ]).get(event.key);
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  }

  return (
    <hr
      ref={line}
      className={`pane-divider pane-divider-${pane}`}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(shown)}
      aria-valuemin={least}
      aria-valuemax={most}
      title="Drag to change the width. A double click resets it."
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => move(null)}
    />
  );
}

function keyOf(pane: PaneDividerProps['pane']): string {
  return `proviso pane ${pane}`;
}

function storedShare(pane: PaneDividerProps['pane']): number | null {
  const share = Number.parseFloat(localStorage.getItem(keyOf(pane)) ?? '');
  return share >= least && share <= most ? share : null;
}
