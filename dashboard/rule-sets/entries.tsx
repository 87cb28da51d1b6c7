import { Button } from '../parts/controls/button.tsx';

type EntriesProps = {
  words: string;
  noun: string;
  entries: readonly string[] | undefined;
  isLong?: boolean;
  most?: number;
  onChange: (entries: string[] | undefined) => void;
};

/** A list with a field for each entry. */
export function Entries({ words, noun, entries = [], isLong = false, most = 20, onChange }: EntriesProps) {
  // Entries can be equal, so only their places tell them apart.
  const keyOf = (place: number) => `entry ${place}`;
  const Entry = isLong ? 'textarea' : 'input';
  const without = (index: number) => entries.filter((_, at) => at !== index);
  return (
    <fieldset className="rule-entries stack tight">
      <legend>{words}</legend>
      {entries.map((entry, index) => (
        <div key={keyOf(index)} className="rule-entry">
          <Entry
            className="input"
            aria-label={`${words}, entry ${index + 1}`}
            value={entry}
            onChange={({ target: { value } }: { target: { value: string } }) =>
              onChange(entries.map((one, at) => (at === index ? value : one)))
            }
          />
          <Button kind="quiet" onClick={() => onChange(entries.length > 1 ? without(index) : undefined)}>
            Remove
            <span className="screen-reader-only">
              {' '}
              {noun} {index + 1}
            </span>
          </Button>
        </div>
      ))}
      {entries.length >= most ? null : (
        <Button kind="quiet" onClick={() => onChange([...entries, ''])}>
          Add a {noun}
        </Button>
      )}
    </fieldset>
  );
}
