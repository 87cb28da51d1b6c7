import { type DragEvent, useId, useState } from 'react';
import { Icon } from '../parts/icon.tsx';
import { Problem } from '../parts/notice.tsx';
import { type ChosenFile, chosenFiles, droppedFiles } from './inputs.ts';

type DropZoneProps = { onAdd: (files: ChosenFile[]) => void; what?: string };

/** Where the user drops files and folders, or chooses them in the system's dialog. */
export function DropZone({ onAdd, what = 'files' }: DropZoneProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    try {
      const files = await droppedFiles(event.dataTransfer);
      setProblem(files.length === 0 ? 'What you dropped contains no file.' : null);
      onAdd(files);
    } catch {
      setProblem(
        'A dropped file or folder cannot be read. Check its permissions, or copy it and drop the copy.',
      );
    }
  }

  return (
    <div className="files">
      <label
        htmlFor={id}
        className={isOver ? 'drop drop-over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => void drop(event)}
      >
        <Icon name="file" />
        <span>
          <b>Drop {what} here</b>, or folders, or choose them: PDF, Word, Excel, PowerPoint, web pages,
          e-mails, pictures, recordings
        </span>
        <input
          id={id}
          type="file"
          multiple
          className="screen-reader-only"
          onChange={({ target }) => {
            setProblem(null);
            onAdd(chosenFiles(target.files ?? []));
            target.value = '';
          }}
        />
      </label>
      <Problem>{problem}</Problem>
    </div>
  );
}
