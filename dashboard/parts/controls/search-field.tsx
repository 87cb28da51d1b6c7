import { useEffect, useId, useState } from 'react';

/** The search starts when the person has typed nothing for this long, in ms. */
const pauseMs = 250;

type SearchFieldProps = { label: string; value: string; onChange: (value: string) => void };

/** A field that searches while a person types. The caller stores the value, usually in the address of the page. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // The value was not changed by typing, but for example by the browser's back button.
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }

  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);

  return (
    <div className="search">
      <label htmlFor={id} className="screen-reader-only">
        {label}
      </label>
      <input
        id={id}
        type="search"
        className="input"
        placeholder={label}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}
