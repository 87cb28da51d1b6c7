import { isIP } from 'node:net';
import { isMetadataAddress, isPublicAddress } from './addresses.ts';
import { type FetchErrorCode, fetchErrorMessage } from './errors.ts';
import { bareHost, type FetchPolicy } from './policy.ts';

export type UrlCheck =
  | { ok: true; url: URL; allowListed: boolean }
  | { ok: false; code: FetchErrorCode; message: string };

/** Names that lead into a house and not out of it: RFC 6761, 6762, 8375, and endings no public registry has. */
const privateEndings = [
  ...['localhost', 'local', 'localdomain', 'internal', 'intranet', 'private', 'home.arpa'],
  ...['home', 'lan', 'corp'],
];

/** RFC 1035, 2.3.4, for the host; the length of the whole is ours. */
const maxHostLength = 253;
const maxUrlLength = 8_192;

/**
 * Whether a link may be read at all, as far as its letters tell; nothing is contacted. The address behind a name
 * is checked when the link is read. `url` comes back with its host in the form every later check compares.
 */
export function checkUrl(text: string, policy: FetchPolicy): UrlCheck {
  if (text.length > maxUrlLength || !URL.canParse(text)) return refused('bad_url');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refused('bad_scheme');
  if (url.username !== '' || url.password !== '') return refused('credentials_in_url');
  const host = bareHost(url.hostname);
  if (!isHost(host)) return refused('bad_url');
  if (isIP(host) === 0) url.hostname = host;
  const port = portOf(url);
  if (policy.allowed(host, port)) {
    return policy.denied(host) ? refused('blocked_address') : { ok: true, url, allowListed: true };
  }
  if (
    isIP(host) === 0 ? isPrivateName(host) : !mayReach(host, { literal: true, allowListed: false }, policy)
  ) {
    return refused('blocked_address');
  }
  return policy.ports.includes(port) ? { ok: true, url, allowListed: false } : refused('bad_port');
}

/**
 * Whether a socket may be opened to `address`. A host on the allow list may lie in a private network, but a
 * name never opens the addresses where machines keep their credentials: those must be listed as an address.
 */
export function mayReach(
  address: string,
  host: { literal: boolean; allowListed: boolean },
  policy: FetchPolicy,
): boolean {
  if (policy.denied(address)) return false;
  if (host.allowListed) return host.literal || !isMetadataAddress(address);
  return isPublicAddress(address);
}

/** The port a URL means, the scheme's own when it names none. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function isHost(host: string): boolean {
  if (isIP(host) !== 0) return true;
  return host.length > 0 && host.length <= maxHostLength && host.split('.').every((label) => label !== '');
}

function isPrivateName(host: string): boolean {
  if (!host.includes('.')) return true;
  return privateEndings.some((ending) => host.endsWith(`.${ending}`));
}

function refused(code: FetchErrorCode): UrlCheck {
  return { ok: false, code, message: fetchErrorMessage(code) };
}
