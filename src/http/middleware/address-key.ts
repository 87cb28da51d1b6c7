import ipaddr from 'ipaddr.js';

/**
 * The rate limit key of an address. An IPv4 address has the same key in its IPv4-mapped IPv6 form. The key of an IPv6
 * address is its first 64 bits, because a household or machine usually has at least a /64. All values that are not an
 * address share one key.
 */
export function addressKey(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown address';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
