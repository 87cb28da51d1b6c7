import { createContext, useContext } from 'react';
import type { Service } from '../../service/service.ts';

/** What every component of the page can use. */
export type PageContext = {
  service: Service;
  /** Announces a text to screen readers, without moving the focus. */
  announce(text: string): void;
  /** Call this function when a request shows that the session has ended, for example because it has expired. */
  sessionEnded(): void;
  /** Call this function when the record of the signed-in person has changed. */
  userChanged(): void;
  /** Call this function when the person has signed out. */
  signedOut(): void;
};

export const pageContext = createContext<PageContext | null>(null);

export function usePage(): PageContext {
  const page = useContext(pageContext);
  if (page === null) throw new Error('this component is used outside of the page');
  return page;
}
