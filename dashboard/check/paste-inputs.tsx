import { useState } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { LongField } from '../parts/controls/field.tsx';
import { FileButton } from '../parts/controls/file-button.tsx';
import { Problem } from '../parts/notice.tsx';
import { type CheckInput, chosenFiles, linksFrom } from './inputs.ts';

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
        <FileButton kind="quiet" what="folder" onChoose={(files) => onAdd(chosenFiles(files))}>
          Choose a folder
        </FileButton>
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
    <div className="field stack">
      <LongField
        label={label}
        hint={hint}
        rows={kind === 'links' ? 3 : 6}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="buttons">
        <Button onClick={done}>{add}</Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
      <Problem>{problem}</Problem>
    </div>
  );
}
