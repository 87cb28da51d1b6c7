import { useEffect } from 'react';

/** Names the page in the browser's tab and history. `title` is null while the name is unknown. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? 'Proviso' : `${title} – Proviso`;
  }, [title]);
}
