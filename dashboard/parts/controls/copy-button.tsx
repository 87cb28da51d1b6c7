import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import { usePage } from '../page/page-context.ts';

type CopyState = 'ready' | 'copied' | 'selected';

/** How long "Copied" is shown, in ms. */
const shownMs = 4_000;

/**
 * Copies a text and announces that it was copied. Browsers deny the clipboard to a page that was loaded over plain http
 * from another machine. In that case the text is selected, and a message says which keys copy it.
 */
export function CopyButton({
  text,
  what,
  shownIn,
}: {
  text: string;
  what: string;
  shownIn: RefObject<HTMLElement | null>;
}) {
  const { announce } = usePage();
  const [state, setState] = useState<CopyState>('ready');

  useEffect(() => {
    if (state === 'ready') return;
    const timer = setTimeout(() => setState('ready'), shownMs);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
      announce(`Copied: ${what}`);
    } catch {
      select(shownIn.current);
      setState('selected');
      announce(`Selected: ${what}. Press Control C, or Command C, to copy it.`);
    }
  }

  return (
    <button type="button" className="button button-plain copy" aria-label={`Copy ${what}`} onClick={copy}>
      <span className={state === 'ready' ? '' : 'away'}>
        <Icon name="copy" />
        Copy
      </span>
      <span className={state === 'copied' ? 'done' : 'away'}>
        <Icon name="check" />
        Copied
      </span>
      <span className={state === 'selected' ? '' : 'away'}>Ctrl/⌘ C</span>
    </button>
  );
}

/** A text that can be selected and copied, but not changed. */
export function CopyField({ label, text }: { label: string; text: string }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="field stack">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        <CopyButton text={text} what={label.toLowerCase()} shownIn={field} />
      </div>
      <input
        ref={field}
        id={id}
        className="input secret"
        value={text}
        readOnly
        spellCheck={false}
        autoComplete="off"
        onFocus={(event) => event.target.select()}
      />
    </div>
  );
}

function select(element: HTMLElement | null) {
  if (element instanceof HTMLInputElement) {
    element.focus();
    element.select();
  } else if (element !== null) {
    window.getSelection()?.selectAllChildren(element);
  }
}
