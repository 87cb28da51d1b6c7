import type { ReactNode } from 'react';

type FileButtonProps = {
  children: ReactNode;
  kind?: 'plain' | 'quiet';
  /** The endings of the files that the dialog shows. */
  accept?: string;
  /** What can be chosen: one file, several files, or a folder with all its files. */
  what?: 'file' | 'files' | 'folder';
  busy?: boolean;
  onChoose: (files: readonly File[]) => void;
};

/** A button that opens the system's dialog for files. The same file can be chosen twice. */
export function FileButton(props: FileButtonProps) {
  const { children, kind = 'plain', accept, what = 'file', busy = false, onChoose } = props;
  return (
    <label className={`button button-${kind}`} aria-disabled={busy || undefined}>
      {children}
      <input
        type="file"
        className="screen-reader-only"
        multiple={what === 'files'}
        accept={accept}
        disabled={busy}
        ref={(element) => {
          if (element !== null) element.webkitdirectory = what === 'folder';
        }}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) onChoose(files);
        }}
      />
    </label>
  );
}
