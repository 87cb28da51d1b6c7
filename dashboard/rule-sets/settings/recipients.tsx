import { useId, useState } from 'react';
import { Button } from '../../parts/controls/button.tsx';
import { Problem } from '../../parts/notice.tsx';
import { EntryList } from './entry-list.tsx';

type RecipientsProps = { recipients: readonly string[]; onChange: (recipients: string[]) => void };

/** Who is notified of each result: email addresses, and https URLs that get a webhook. */
export function Recipients({ recipients, onChange }: RecipientsProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();

  function add() {
    const wanted = text.split(/[\s,;]+/).filter(Boolean);
    const wrong = wanted.find((one) => !canBeNotified(one));
    setProblem(
      wanted.length === 0
        ? 'Enter an email address.'
        : wrong === undefined
          ? null
          : `“${wrong}” is not an email address, and not an https URL.`,
    );
    if (wanted.length === 0 || wrong !== undefined) return;
    onChange([...recipients, ...wanted.filter((one) => !recipients.includes(one))]);
    setText('');
  }

  return (
    <>
      <EntryList
        entries={recipients.map((words) => ({
          words,
          ...(!canBeNotified(words) && { remark: 'cannot be notified: not an email address or https URL' }),
        }))}
        onRemove={(index) => onChange(recipients.filter((_, at) => at !== index))}
      />
      <div className="add-entry line">
        <label htmlFor={id}>Email address, or https URL for a webhook</label>
        <input
          id={id}
          className="input"
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button onClick={add}>Add the recipient</Button>
      </div>
      <Problem>{problem}</Problem>
    </>
  );
}

function canBeNotified(recipient: string): boolean {
  return /^https:\/\//i.test(recipient) ? URL.canParse(recipient) : /^[^\s@]+@[^\s@]+$/.test(recipient);
}
