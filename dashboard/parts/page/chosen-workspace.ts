const key = 'proviso workspace';
const form = /^[0-9a-f]{24}$/;

/**
 * The workspace that this browser tab acts in; undefined for the person's own. A link in a notification names it in the
 * address, from which it is removed.
 */
export function chosenWorkspace(): string | undefined {
  const address = new URL(location.href);
  const named = address.searchParams.get('workspace');
  if (named !== null && form.test(named)) {
    sessionStorage.setItem(key, named);
    address.searchParams.delete('workspace');
    history.replaceState(null, '', address);
  }
  return sessionStorage.getItem(key) ?? undefined;
}

/** Opens the first page in another workspace; null for the own one. The page is loaded again, without cached records. */
export function enterWorkspace(id: string | null, path = '/'): void {
  if (id === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, id);
  location.assign(path);
}

/** The link with the workspace that this tab acts in, because a browser sends no header when it follows a link. */
export function inWorkspace(link: string): string {
  const id = chosenWorkspace();
  if (id === undefined) return link;
  return `${link}${link.includes('?') ? '&' : '?'}workspace=${id}`;
}
