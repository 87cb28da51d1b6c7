import { isIP } from 'node:net';
import { isMetadataAddress, isPublicAddress } from './addresses.ts';
import { type FetchErrorCode, fetchErrorMessage } from './errors.ts';
import { bareHost, type FetchPolicy } from './policy.ts';

export type UrlCheck =
  | { ok: true; url: URL; allowListed: boolean }
  | { ok: false; code: FetchErrorCode; message: string };

/**
 * Endings of host names in local networks: those of RFC 6761, 6762 and 8375, and endings that no public registry uses.
 */
const privateEndings = [
  ...['localhost', 'local', 'localdomain', 'internal', 'intranet', 'private', 'home.arpa'],
  ...['home', 'lan', 'corp'],
];

/** The length of a host name is limited by RFC 1035, 2.3.4; the limit for the whole URL is set by Proviso. */
const maxHostLength = 253;
const maxUrlLength = 8_192;

/**
 * Decides from the text of a link alone, without any request, whether the link may be read. The addresses of a host
 * name are checked later, when the link is read. The host of the returned `url` has no final dot, so that later checks
 * can compare it with other hosts.
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
 * Whether a socket may be opened to `address`. A host on the allow list is permitted to have a private address. The
 * address of a cloud metadata service is permitted only if the allow list contains the address itself; the name of the
 * host is not enough.
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

/** The port of a URL, or the default port of its scheme. */
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
