import ipaddr from 'ipaddr.js';

/**
 * Returns the key under which the requests from an address are counted for rate limits. An IPv4 address has the same
 * key as its IPv4-mapped IPv6 form. The key of an IPv6 address is its first 64 bits, because one household usually has
 * at least a /64 network. All values that are not an address share one key.
 */
export function addressKey(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown address';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
