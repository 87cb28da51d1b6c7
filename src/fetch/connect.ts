import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { untilAborted } from '../../engine/runtime/until-aborted.ts';
import { mayReach } from './check-url.ts';
import { FetchError } from './errors.ts';
import { bareHost, type FetchPolicy } from './policy.ts';

export type HostAddress = { address: string; family: number };

/** Returns every address that a host name resolves to. */
export type Lookup = (host: string) => Promise<HostAddress[]>;

/** A host whose addresses are all permitted, with what is needed to open a socket to it. */
export type Destination = {
  host: string;
  protocol: string;
  port: string;
  servername?: string;
  /** The only addresses that a socket may connect to. */
  addresses: readonly HostAddress[];
  connectMs: number;
  signal: AbortSignal;
};

/** Opens a socket to one of the addresses of the destination, which have already been checked. */
export type Dial = (destination: Destination, callback: buildConnector.Callback) => void;

export const lookupAll: Lookup = (host) => systemLookup(host, { all: true, verbatim: true });

/**
 * Opens a socket to one of the checked addresses. The host name is not resolved again, because it could now have other
 * addresses.
 */
export const dialChecked: Dial = (destination, callback) => {
  const { addresses, connectMs, signal } = destination;
  const connect = buildConnector({
    timeout: connectMs,
    signal,
    lookup: (_host, options, answer) => {
      const [first] = addresses;
      if (options.all) answer(null, [...addresses]);
      else answer(null, first?.address ?? '', first?.family);
    },
  });
  const { host, protocol, port, servername } = destination;
  connect({ hostname: host, host, protocol, port, ...(servername ? { servername } : {}) }, callback);
};

/**
 * Creates the connector for one request (each redirect is a request of its own). The connector checks every address of
 * the host: a single forbidden address blocks the host. It also checks hosts that are IP addresses, for which Node does
 * not call `lookup`.
 */
export function guardedConnector(
  policy: FetchPolicy,
  parts: { lookup: Lookup; dial: Dial; allowListed: boolean; signal: AbortSignal },
): buildConnector.connector {
  const { lookup, dial, allowListed, signal } = parts;
  const resolve = async (host: string): Promise<HostAddress[]> => {
    const literal = isIP(host) !== 0;
    const addresses = literal
      ? [{ address: host, family: isIP(host) }]
      : await answersOf(host, lookup, signal);
    if (addresses.some(({ address }) => !mayReach(address, { literal, allowListed }, policy))) {
      throw new FetchError('blocked_address');
    }
    // If the fetch has already ended, nothing would close a socket that is opened now.
    signal.throwIfAborted();
    return addresses;
  };
  return (options, callback) => {
    const { protocol, port, servername } = options;
    const host = bareHost(options.hostname);
    resolve(host).then(
      (addresses) =>
        dial(
          {
            host,
            protocol,
            port,
            addresses,
            connectMs: policy.connectMs,
            signal,
            ...(servername ? { servername } : {}),
          },
          (...outcome) =>
            outcome[0] ? callback(connectError(outcome[0], protocol), null) : callback(...outcome),
        ),
      (error: unknown) => callback(error instanceof Error ? error : new FetchError('dns_failed'), null),
    );
  };
}

async function answersOf(host: string, lookup: Lookup, signal: AbortSignal): Promise<HostAddress[]> {
  signal.throwIfAborted();
  try {
    const answers = await untilAborted(lookup(host), signal);
    if (answers.length > 0) return answers;
  } catch (cause) {
    throw new FetchError('dns_failed', { cause });
  }
  throw new FetchError('dns_failed');
}

function connectError(cause: Error, protocol: string): FetchError {
  const tcp = cause instanceof AggregateError || ('syscall' in cause && cause.syscall === 'connect');
  const slow = 'code' in cause && cause.code === 'UND_ERR_CONNECT_TIMEOUT';
  return new FetchError(protocol === 'https:' && !tcp && !slow ? 'tls_failed' : 'connect_failed', { cause });
}
