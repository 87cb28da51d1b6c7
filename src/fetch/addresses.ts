import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Networks that are not part of the public internet: the special-purpose networks that IANA registers, an internal host
 * of Azure with a public address (168.63.129.16), and all of IPv6 except 2000::/3, which contains every public IPv6
 * address today.
 */
const reserved = networks([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '168.63.129.16/32', '169.254.0.0/16'],
  ...[
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
  ],
  ...[
    '192.168.0.0/16',
    '192.175.48.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
  ],
  ...['240.0.0.0/4', '::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]);

/**
 * Addresses of cloud metadata services, from which a machine gets its own credentials: link-local networks and the
 * metadata hosts of the large clouds.
 */
const metadata = networks([
  ...['169.254.0.0/16', 'fe80::/10', '168.63.129.16/32', '100.100.100.200/32', '192.0.0.192/32'],
  'fd00:ec2::254/128',
]);

/** Whether `address` is an IP address on the public internet, in any IPv6 notation. */
export function isPublicAddress(address: string): boolean {
  if (!isPlainAddress(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || isIn(address, reserved)) return false;
  return !(parsed instanceof ipaddr.IPv6 && isIsatap(parsed.parts));
}

/** Whether `address` can belong to a cloud metadata service, from which a machine gets its own credentials. */
export function isMetadataAddress(address: string): boolean {
  return isIn(address, metadata);
}

/**
 * Each IP version has its own list. In a shared `BlockList`, an IPv4 address would also match large IPv6 networks,
 * because the list also looks for the IPv4-mapped IPv6 form of the address.
 */
export type Networks = { ipv4: BlockList; ipv6: BlockList };

/** Whether `address` is in one of the networks. An IPv4-mapped IPv6 address counts as the IPv4 address. */
export function isIn(address: string, { ipv4, ipv6 }: Networks): boolean {
  const version = isIP(address);
  if (version === 4) return ipv4.check(address, 'ipv4');
  return version === 6 && (ipv6.check(address, 'ipv6') || ipv4.check(address, 'ipv6'));
}

/** A set of networks from CIDR blocks or single addresses. Throws a RangeError that names the first invalid block. */
export function networks(blocks: readonly string[]): Networks {
  const lists: Networks = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const block of blocks) {
    const [address = '', bits, ...rest] = block.split('/');
    const version = isIP(address);
    const longest = version === 6 ? 128 : 32;
    const prefix = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    if (version === 0 || rest.length > 0 || !(prefix <= longest)) {
      throw new RangeError(`${block} is not an address or a CIDR block`);
    }
    const family = version === 6 ? 'ipv6' : 'ipv4';
    lists[family].addSubnet(address, prefix, family);
  }
  return lists;
}

/**
 * Whether the text is an IP address without a zone index. A zone index (`%eth0`) names an interface of this machine, so
 * an address with a zone index is never public.
 */
function isPlainAddress(address: string): boolean {
  return !address.includes('%') && isIP(address) !== 0;
}

/**
 * Whether the IPv6 address is an ISATAP address, which contains an IPv4 address after `0:5efe` or `200:5efe` (RFC 5214,
 * 6.1).
 */
function isIsatap(parts: readonly number[]): boolean {
  const [, , , , fifth = 0, sixth = 0] = parts;
  return (fifth & 0xfdff) === 0 && sixth === 0x5efe;
}
