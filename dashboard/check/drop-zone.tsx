import { type DragEvent, useId, useState } from 'react';
import { Icon } from '../parts/icon.tsx';

type DropZoneProps = { files: readonly File[]; onChange: (files: readonly File[]) => void };

/** The files to check. The user drops files here, or chooses them in the system's file dialog. */
export function DropZone({ files, onChange }: DropZoneProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);

  function add(more: readonly File[]) {
    const isKnown = (file: File) => files.some(({ name, size }) => name === file.name && size === file.size);
    onChange([...files, ...more.filter((file) => !isKnown(file))]);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    add([...event.dataTransfer.files]);
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
        onDrop={drop}
      >
        <Icon name="file" />
        <span>
          <b>Drop files here</b> or choose them: PDF, Word, Excel, PowerPoint, web pages, e-mails, pictures,
          recordings
        </span>
        <input
          id={id}
          type="file"
          multiple
          className="screen-reader-only"
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </label>
      <ul className="chosen">
        {files.map((file) => (
          <li key={`${file.name} ${file.size}`}>
            <span>{file.name}</span>
            <span className="soft">{sizeOf(file.size)}</span>
            <button
              type="button"
              className="button button-quiet"
              aria-label={`Remove ${file.name}`}
              onClick={() => onChange(files.filter((one) => one !== file))}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
