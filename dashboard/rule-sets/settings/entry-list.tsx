import { Button } from '../../parts/controls/button.tsx';

type Entry = { words: string; href?: string; remark?: string };

/** The entries of a setting, each with a button that removes it. */
export function EntryList({
  entries,
  onRemove,
}: {
  entries: readonly Entry[];
  onRemove: (index: number) => void;
}) {
  return (
    <ul className="entries">
      {entries.map(({ words, href, remark }, index) => (
        <li key={keyOf(entries, index)} className="line">
          {href === undefined ? (
            <span>{words}</span>
          ) : (
            <a href={href} rel="noreferrer">
              {words}
            </a>
          )}
          {remark === undefined ? null : <span className="soft">{remark}</span>}
          <Button kind="quiet" label={`Remove ${words}`} onClick={() => onRemove(index)}>
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Equal entries are allowed, so the key of an entry includes how many equal entries come before it. */
function keyOf(entries: readonly Entry[], index: number): string {
  const { words = '', href = '' } = entries[index] ?? {};
  const before = entries.slice(0, index).filter((one) => one.words === words && (one.href ?? '') === href);
  return JSON.stringify([words, href, before.length]);
}
