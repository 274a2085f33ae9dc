import { BlockList, isIP } from 'node:net'

/** IP addresses and networks. */
export type Networks = BlockList

/** Bits of an IPv6 address that `clientAddress` keeps; a longer prefix admits its whole /64. */
const keptBits = 64

/** True for an IP address, or a network such as `203.0.113.0/24` or `2001:db8::/48`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** Networks for `admits`; null for all addresses. */
export function networksOf(addresses: string[]): Networks | null {
  if (addresses.length === 0) return null
  const list = new BlockList()
  for (const network of addresses) {
    const [address = '', bits] = network.split('/')
    if (isIP(address) === 4) list.addSubnet(address, Number(bits ?? 32), 'ipv4')
    else list.addSubnet(address, Math.min(Number(bits ?? keptBits), keptBits), 'ipv6')
  }
  return list
}

/** True when the networks contain the client address: an IPv4 address, or the four groups of an IPv6 network. */
export function admits(networks: Networks | null, address: string): boolean {
  if (networks === null) return true
  const isIpv6 = address.includes(':')
  const whole = isIpv6 && !address.includes('::') ? `${address}::` : address
  return isIP(whole) !== 0 && networks.check(whole, isIpv6 ? 'ipv6' : 'ipv4')
}
