/**
 * The path of a file that the service stores, from the file's URL; null for URLs of other servers, so that the page
 * never fetches anything from them. A path works at every address at which the dashboard can be opened.
 */
export function ownFile(url: string | undefined): string | null {
  if (url === undefined || !URL.canParse(url)) return null;
  const { pathname } = new URL(url);
  return /^\/assets\/[0-9a-f]{40}\/[^/]+$/.test(pathname) ? pathname : null;
}
