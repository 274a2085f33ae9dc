import { BlockList, isIP } from 'node:net'

/** Addresses whose X-Forwarded-For is believed: a proxy on this machine, until `trustProxies` says otherwise. */
export const defaultProxies = ['127.0.0.0/8', '::1']

let networks = defaultProxies
/** Made at the first use: a start without a proxy needs none. */
let trusted: BlockList | undefined

/** Believes X-Forwarded-For from these addresses and networks only (`BALCAO_TRUSTED_PROXIES`); set once at the start. */
export function trustProxies(those: string[]) {
  networks = those
  trusted = undefined
}

/** True for the address of a trusted proxy; false for any other text. */
export function isTrustedProxy(address: string): boolean {
  const family = isIP(address)
  trusted ??= listOf(networks)
  return family !== 0 && trusted.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

function listOf(networks: string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}
