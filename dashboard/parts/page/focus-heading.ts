import { useEffect, useLayoutEffect, useRef } from 'react';

const heading = 'main h1';

/**
 * Moves the focus to the heading of each new view, for people who use a keyboard or a screen reader; not after `first`, the
 * view with which the page opens. A layout effect, because the browser waits for it before it takes the next key.
 */
export function useFocusOnHeading(view: string, first?: string): void {
  const seen = useRef(view);
  useLayoutEffect(() => {
    if (seen.current === view) return;
    const isFirst = seen.current === first;
    seen.current = view;
    return isFirst ? undefined : focusHeading();
  }, [view, first]);
}

/**
 * Moves the focus to the heading of the page. If the page is still loading, waits until the heading appears. The returned function ends the waiting.
 */
function focusHeading(): () => void {
  const shown = document.querySelector<HTMLElement>(heading);
  shown?.focus();
  if (shown !== null) return () => undefined;
  const observer = new MutationObserver(() => {
    const loaded = document.querySelector<HTMLElement>(heading);
    if (loaded === null) return;
    observer.disconnect();
    loaded.focus();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Gives the focus back to what had it before the component appeared, if it would be lost when the component goes. */
export function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, []);
}
