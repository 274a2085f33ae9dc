import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { workMarks } from '../process/work-marks'

/**
 * Reason why an address was not requested, as text. `name` for a host name that leads to an address which is not public:
 * a company learns no more than of a name that does not exist, so that it cannot ask which names the private network has.
 */
export class AddressBlockedError extends Error {}

/** Resolver and address filter; replaced in tests. */
export interface HostRules {
  resolve?: (host: string) => Promise<string[]>
  allowed?: (ip: string) => boolean
}

export interface SafeFetchOptions extends HostRules {
  timeoutMs?: number
  maxBytes?: number
  accept?: string
}

/** Ranges without public servers: private, local, shared, documentation, multicast (RFC 6890). */
const v4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
const closed4 = new BlockList()
for (const [net, bits] of v4) closed4.addSubnet(net, bits, 'ipv4')
/** Global unicast IPv6, without ranges that embed IPv4 or tunnels. */
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')
const closed6 = new BlockList()
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  closed6.addSubnet(net, bits, 'ipv6')

export const isPublic = (ip: string): boolean => {
  const kind = isIP(ip)
  if (kind === 4) return !closed4.check(ip, 'ipv4')
  return kind === 6 && open6.check(ip, 'ipv6') && !closed6.check(ip, 'ipv6')
}

/** Host of a URL for the resolver: without the brackets of IPv6 and the trailing dot. */
export const bareHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
const byName = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address)

/**
 * URL once per address of its host, resolved once. All addresses must be allowed; requests go to the checked addresses,
 * so that a changed DNS answer has no effect (DNS rebinding). `host` is the name for the certificate.
 * @throws AddressBlockedError, or the resolver's error
 */
export async function resolveAll(url: URL, { resolve = byName, allowed = isPublic }: HostRules = {}) {
  const host = bareHost(url)
  const found = isIP(host) ? [host] : await resolve(host)
  if (found.length === 0 || !found.every(allowed)) throw new AddressBlockedError(isIP(host) ? 'address' : 'name')
  return { addresses: found.map((ip) => withHost(url, ip)), host }
}

function withHost(url: URL, ip: string): URL {
  const resolved = new URL(url)
  resolved.hostname = isIP(ip) === 6 ? `[${ip}]` : ip
  return resolved
}

/** The first of `resolveAll`. @throws AddressBlockedError, or the resolver's error */
export async function resolvePublic(url: URL, rules: HostRules = {}) {
  const { addresses, host } = await resolveAll(url, rules)
  return { resolved: addresses[0] as URL, host }
}

const maxRedirects = 3

/**
 * Requests a URL written by a stranger, never an address of this machine or its network; redirects are checked too.
 * @throws AddressBlockedError, or the network's error
 */
export const safeFetch = (address: string, options: SafeFetchOptions = {}) =>
  workMarks.whileAway(fetchSafely(address, options))

async function fetchSafely(address: string, options: SafeFetchOptions) {
  const { timeoutMs = 8000, maxBytes = 512 * 1024, accept = 'text/html' } = options
  const signal = AbortSignal.timeout(timeoutMs)
  let url = new URL(address)
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const answer = await dial(url, signal, accept, options)
    const onward = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null
    if (onward === null) return { url, answer, bytes: await readAtMost(answer, maxBytes) }
    await answer.body?.cancel()
    url = new URL(onward, url)
  }
  throw new AddressBlockedError('redirects')
}

async function dial(url: URL, signal: AbortSignal, accept: string, options: SafeFetchOptions): Promise<Response> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new AddressBlockedError('scheme')
  if (url.username || url.password) throw new AddressBlockedError('credentials')
  const { resolved, host } = await resolvePublic(url, options)
  const headers = { host: url.host, accept, 'user-agent': 'Mozilla/5.0 (compatible; Balcao/1.0; link preview)' }
  // The certificate is checked for the host name, not for the resolved address.
  const tls = url.protocol === 'https:' ? { tls: { serverName: host } } : {}
  return fetch(resolved, { headers, redirect: 'manual', signal, ...tls } as RequestInit)
}

/** Reads at most the first bytes of the answer. */
async function readAtMost(answer: Response, max: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size >= max) break
  }
  return Buffer.concat(chunks).subarray(0, max)
}
