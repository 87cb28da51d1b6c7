import { createContext, useContext } from 'react';
import type { Service } from '../service/service.ts';

/** What every part of the page may use. */
export type PageContext = {
  service: Service;
  /** Says something to those who listen to the page, without moving them. */
  announce(text: string): void;
  /** The session turned out to be over. */
  sessionEnded(): void;
};

export const pageContext = createContext<PageContext | null>(null);

export function usePage(): PageContext {
  const page = useContext(pageContext);
  if (page === null) throw new Error('this part is used outside of the page');
  return page;
}
