import { isIP } from 'node:net'
import { BadConfig } from './bad-config'

/** Addresses and networks of BALCAO_TRUSTED_PROXIES, separated by commas. @throws BadConfig */
export function readTrustedProxies(value: string | null): string[] | null {
  if (value === null) return null
  const networks = value.split(',').map((entry) => entry.trim())
  const wrong = networks.find((entry) => !isNetwork(entry))
  if (wrong !== undefined)
    throw new BadConfig('BALCAO_TRUSTED_PROXIES', 'must be addresses or networks, such as 10.0.0.2,172.16.0.0/12')
  return networks
}

/** True for an address, or a network such as `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
