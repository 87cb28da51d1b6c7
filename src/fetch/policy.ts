import { isIP } from 'node:net';
import { ProvisoError } from '../../engine/model/errors.ts';
import { isIn, type Networks, networks } from './addresses.ts';
import type { TurnSettings } from './host-turns.ts';

/** The operator's settings. Times are in ms, sizes in bytes. */
export type FetchSettings = TurnSettings & {
  /**
   * Private hosts that are permitted: `name`, `*.suffix`, an address, or a CIDR block. With `:port`, only that port of
   * the host is permitted.
   */
  allowHosts: readonly string[];
  /**
   * Addresses or CIDR blocks that are never permitted, even for hosts in `allowHosts`. An operator can list the public
   * addresses of internal services here.
   */
  denyAddresses: readonly string[];
  ports: readonly number[];
  maxRedirects: number;
  /**
   * The time limit for a whole fetch, from the start of its first request to the end of the body, with redirects and
   * retries.
   */
  deadlineMs: number;
  connectMs: number;
  /** How long a server may send nothing before the fetch fails. */
  idleMs: number;
  maxHeaderBytes: number;
  /** The maximum size of a file, both as transferred and decoded. */
  maxBytes: number;
};

export const defaultFetchSettings: FetchSettings = {
  allowHosts: [],
  denyAddresses: [],
  ports: [80, 443],
  maxRedirects: 5,
  deadlineMs: 120_000,
  connectMs: 5_000,
  idleMs: 10_000,
  maxHeaderBytes: 16_384,
  maxBytes: 200 * 1024 * 1024,
  hostRequests: 2,
  hostSpacingMs: 250,
};

/** The settings, parsed once, so that links are checked quickly. */
export type FetchPolicy = Omit<FetchSettings, 'allowHosts' | 'denyAddresses'> & {
  allowed(host: string, port: number): boolean;
  denied(address: string): boolean;
};

type HostRule = { matches(host: string): boolean; port?: number };

/** Throws `bad_setting` with a message that names the setting and the invalid entry. */
export function fetchPolicy(settings: Partial<FetchSettings> = {}): FetchPolicy {
  const { allowHosts, denyAddresses, ...rest } = { ...defaultFetchSettings, ...settings };
  const rules = allowHosts.map(hostRule);
  const denied = denyAddresses.map((entry) => network('FETCH_DENY_ADDRESSES', entry));
  return {
    ...rest,
    allowed: (host, port) =>
      rules.some((rule) => (rule.port === undefined || rule.port === port) && rule.matches(host)),
    denied: (address) => denied.some((list) => isIn(address, list)),
  };
}

function hostRule(entry: string): HostRule {
  const text = entry.trim().toLowerCase();
  if (text.includes('/')) {
    const list = network('FETCH_ALLOW_HOSTS', text);
    return { matches: (host) => isIn(host, list) };
  }
  const { name, port } = isIP(text) === 6 ? { name: `[${text}]`, port: undefined } : splitPort(text);
  const suffix = name.startsWith('*.') ? name.slice(1) : null;
  const host = suffix === null ? canonicalHost(name) : canonicalHost(suffix.slice(1));
  if (host === null)
    throw badSetting('FETCH_ALLOW_HOSTS', entry, 'a host name, *.suffix, an address or a CIDR block');
  const matches = (asked: string) => (suffix === null ? asked === host : asked.endsWith(`.${host}`));
  return port === undefined ? { matches } : { matches, port };
}

function splitPort(text: string): { name: string; port: number | undefined } {
  const [, name = text, port] = /^(.*?)(?::(\d{1,5}))?$/.exec(text) ?? [];
  return { name, port: port === undefined ? undefined : Number(port) };
}

/**
 * Returns the host in the form in which a parsed URL contains it, without the brackets of IPv6; null if `name` is not a
 * host.
 */
function canonicalHost(name: string): string | null {
  if (!URL.canParse(`http://${name}/`)) return null;
  const { host, hostname, pathname, username, password } = new URL(`http://${name}/`);
  if (host !== hostname || pathname !== '/' || username || password) return null;
  return bareHost(hostname);
}

/** A URL's host name without the brackets of IPv6 and without the final dot. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function network(setting: string, entry: string): Networks {
  try {
    return networks([entry.trim()]);
  } catch {
    throw badSetting(setting, entry, 'an address or a CIDR block');
  }
}

function badSetting(setting: string, entry: string, expected: string): ProvisoError<'bad_setting'> {
  return new ProvisoError('bad_setting', `${setting} has "${entry}", which is not ${expected}`);
}
