import { type Dispatch, type SetStateAction, useEffect } from 'react';

/** How many rules are shown to be added, but are not in the rule set yet. Saving waits until they are added or dropped. */
export type SetNotAdded = Dispatch<SetStateAction<number>>;

/** Counts rules as not added while the component shows them. */
export function useNotAdded(count: number, setNotAdded: SetNotAdded): void {
  useEffect(() => {
    setNotAdded((current) => current + count);
    return () => setNotAdded((current) => current - count);
  }, [count, setNotAdded]);
}
