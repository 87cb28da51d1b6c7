import { useId, useState } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { Problem } from '../parts/notice.tsx';
import { FolderButton } from './drop-zone.tsx';
import { type CheckInput, linksFrom } from './inputs.ts';

type PasteInputsProps = { texts: number; onAdd: (inputs: CheckInput[]) => void };

/** The ways to give documents other than by dropping files: a folder, links, or text. `texts` counts earlier texts. */
export function PasteInputs({ texts, onAdd }: PasteInputsProps) {
  const [open, setOpen] = useState<'links' | 'text' | null>(null);
  const add = (inputs: CheckInput[]) => {
    onAdd(inputs);
    setOpen(null);
  };
  return (
    <>
      <div className="buttons other-inputs">
        <FolderButton onAdd={onAdd} />
        <Button kind="quiet" onClick={() => setOpen('links')}>
          Paste links
        </Button>
        <Button kind="quiet" onClick={() => setOpen('text')}>
          Paste text
        </Button>
      </div>
      {open === null ? null : (
        <PasteField key={open} kind={open} texts={texts} onAdd={add} onCancel={() => setOpen(null)} />
      )}
    </>
  );
}

const words = {
  links: {
    label: 'Links, one in each line',
    hint: 'The server reads them, so they must be public: web pages, PDFs, YouTube videos.',
    add: 'Add the links',
  },
  text: { label: 'Text to check', hint: 'It is checked like a file.', add: 'Add the text' },
} as const;

type PasteFieldProps = PasteInputsProps & { kind: 'links' | 'text'; onCancel: () => void };

function PasteField({ kind, texts, onAdd, onCancel }: PasteFieldProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { label, hint, add } = words[kind];

  function done() {
    if (text.trim() === '') return setProblem(`${label}: there is nothing to add yet.`);
    if (kind === 'text') {
      return onAdd([
        { kind: 'text', content: text, name: texts === 0 ? 'Pasted text' : `Pasted text ${texts + 1}` },
      ]);
    }
    const read = linksFrom(text);
    return 'problem' in read ? setProblem(read.problem) : onAdd(read.links);
  }

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input"
        rows={kind === 'links' ? 3 : 6}
        value={text}
        aria-describedby={`${id}-below`}
        onChange={(event) => setText(event.target.value)}
      />
      <p id={`${id}-below`} className="below">
        {hint}
      </p>
      <div className="buttons">
        <Button onClick={done}>{add}</Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
      <Problem>{problem}</Problem>
    </div>
  );
}
