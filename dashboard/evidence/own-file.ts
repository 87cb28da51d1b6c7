/**
 * The path of a file that the service keeps, from its URL; null for other URLs. The path works at whichever address
 * the page was opened, and files of other servers are never fetched by the page.
 */
export function ownFile(url: string | undefined): string | null {
  if (url === undefined || !URL.canParse(url)) return null;
  const { pathname } = new URL(url);
  return /^\/assets\/[0-9a-f]{40}\/[^/]+$/.test(pathname) ? pathname : null;
}
