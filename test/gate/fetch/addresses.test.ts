import { expect, it } from 'vitest';
import { isMetadataAddress, isPublicAddress } from '../../../src/fetch/addresses.ts';

const site = '2606:2800:220:1';

it.each([
  ['behind ISATAP', `${site}:0:5efe:7f00:1`, false],
  ['behind ISATAP, with the bit for a unique address', `${site}:200:5efe:7f00:1`, false],
  ['behind ISATAP, in dotted notation', `${site}:200:5efe:10.1.2.3`, false],
  ['behind ISATAP, with a public IPv4 address', `${site}:200:5efe:8.8.8.8`, false],
  ['that only looks like ISATAP', `${site}:100:5efe:7f00:1`, true],
  ['with another number in the place of ISATAP', `${site}:200:5eff:7f00:1`, true],
  ['of a web site', `${site}:248:1893:25c8:1946`, true],
])('an address %s (%s) is public: %s', (_, address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
  expect(isPublicAddress(address.toUpperCase())).toBe(isPublic);
  expect(isPublicAddress(`${address}%eth0`)).toBe(false);
});

it.each([
  ['168.63.129.15', true],
  ['168.63.129.16', false],
  ['168.63.129.17', true],
  ['172.15.255.255', true],
  ['172.16.0.0', false],
  ['172.31.255.255', false],
  ['172.32.0.0', true],
  ['192.31.195.255', true],
  ['192.31.196.255', false],
  ['192.175.47.255', true],
  ['192.175.48.1', false],
  ['198.17.255.255', true],
  ['198.19.255.255', false],
  ['198.20.0.0', true],
  ['3ffe::1', true],
  ['3fff::1', false],
  ['4000::1', false],
])('an address at the edge of a network (%s) is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

it.each([
  ['169.254.169.254', true],
  ['100.100.100.200', true],
  ['100.100.100.201', false],
  ['192.0.0.192', true],
  ['168.63.129.16', true],
  ['fd00:ec2::254', true],
  ['fd00:ec2::253', false],
  ['::ffff:169.254.169.254', true],
])('an address (%s) can be that of a metadata service: %s', (address, isMetadata) => {
  expect(isMetadataAddress(address)).toBe(isMetadata);
});
