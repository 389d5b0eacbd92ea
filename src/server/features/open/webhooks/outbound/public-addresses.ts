import { BlockList, isIP } from 'node:net';

/** Networks of IPv4 that are not of the open internet: private, of this machine, of a link, shared, reserved, for many. */
const CLOSED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Of IPv6 only what is assigned to the internet is open, without documentation and what carries an address of IPv4 within. */
const OPEN_V6 = '2000::/3';
const CLOSED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const closedV4 = listOf(CLOSED_V4, 'ipv4');
const openV6 = listOf([OPEN_V6], 'ipv6');
const closedV6 = listOf(CLOSED_V6, 'ipv6');
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Is this an address of the open internet? Everything else may be ours, or our host's. */
export function isPublicAddress(text: string): boolean {
  const address = MAPPED.exec(text)?.[1] ?? text;
  if (isIP(address) === 4) return !closedV4.check(address, 'ipv4');
  return isIP(address) === 6 && openV6.check(address, 'ipv6') && !closedV6.check(address, 'ipv6');
}
