import { BlockList, isIP } from 'node:net';

/** An address, or a network as CIDR; null for a text that is neither. */
export function readNetwork(text: string): { readonly address: string; readonly bits: number } | null {
  const [address = '', size, more] = text.trim().split('/');
  const version = isIP(address);
  if (version === 0 || more !== undefined) return null;
  const most = version === 4 ? 32 : 128;
  if (size === undefined) return { address, bits: most };
  const bits = /^\d{1,3}$/.test(size) ? Number(size) : -1;
  return bits >= 0 && bits <= most ? { address, bits } : null;
}

/** An IPv4 address as it is, where a socket of both kinds writes it as one of IPv6. */
const plain = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address);

/** Judges whether an address is in one of some networks; every address is where there are none. */
export function withinNetworks(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true;
  const list = new BlockList();
  for (const network of networks) {
    const read = readNetwork(network);
    if (read) list.addSubnet(read.address, read.bits, isIP(read.address) === 4 ? 'ipv4' : 'ipv6');
  }
  return (address) => {
    const one = plain(address);
    return isIP(one) !== 0 && list.check(one, isIP(one) === 4 ? 'ipv4' : 'ipv6');
  };
}
