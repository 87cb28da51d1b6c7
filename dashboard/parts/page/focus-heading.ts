const heading = 'main h1';

/**
 * Moves the focus to the heading of the page, for people who use a keyboard or a screen reader. If the page is still
 * loading, waits until the heading appears. The returned function ends the waiting.
 */
export function focusHeading(): () => void {
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
