import { createContext, useContext } from 'react';
import type { Service } from '../../service/service.ts';

/** What every part of the page may use. */
export type PageContext = {
  service: Service;
  /** Announces a text to screen readers, without moving the focus. */
  announce(text: string): void;
  /** The session has ended unexpectedly. */
  sessionEnded(): void;
  /** The person has signed out. */
  signedOut(): void;
};

export const pageContext = createContext<PageContext | null>(null);

export function usePage(): PageContext {
  const page = useContext(pageContext);
  if (page === null) throw new Error('this part is used outside of the page');
  return page;
}
