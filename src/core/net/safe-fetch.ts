import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** Why an address that somebody wrote was not asked. */
export class Blocked extends Error {}

/** How names are looked up and addresses judged; given by tests. */
interface Names {
  resolve?: (host: string) => Promise<string[]>
  allowed?: (ip: string) => boolean
}

export interface Outside extends Names {
  timeoutMs?: number
  maxBytes?: number
  accept?: string
}

/** Ranges that are nobody's public server: private, local, shared, for documents, for many at once (RFC 6890). */
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
/** Of IPv6 only what is handed out to the world, without what carries IPv4 or tunnels inside. */
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

/** The host of an address as it is looked up: without the brackets of IPv6 and the dot at the end. */
export const bareHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
const byName = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address)

/**
 * The address with its name resolved, once: every address behind the name must be allowed, and one that was looked at is
 * to be dialled, so that a name cannot change its mind in between. `host` is who the certificate is asked for.
 * @throws Blocked, or what the resolver throws
 */
export async function vetted(url: URL, { resolve = byName, allowed = isPublic }: Names = {}) {
  const host = bareHost(url)
  const found = isIP(host) ? [host] : await resolve(host)
  const [ip] = found
  if (ip === undefined || !found.every(allowed)) throw new Blocked('address')
  const dialled = new URL(url)
  dialled.hostname = isIP(ip) === 6 ? `[${ip}]` : ip
  return { dialled, host }
}

const mostHops = 3

/**
 * Asks an address that a stranger wrote, and nothing of this machine or its network; redirects are vetted alike.
 * @throws Blocked, or what the network throws
 */
export async function askOutside(address: string, options: Outside = {}) {
  const { timeoutMs = 8000, maxBytes = 512 * 1024, accept = 'text/html' } = options
  const signal = AbortSignal.timeout(timeoutMs)
  let url = new URL(address)
  for (let hop = 0; hop <= mostHops; hop++) {
    const answer = await dial(url, signal, accept, options)
    const onward = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null
    if (onward === null) return { url, answer, bytes: await atMost(answer, maxBytes) }
    await answer.body?.cancel()
    url = new URL(onward, url)
  }
  throw new Blocked('redirects')
}

async function dial(url: URL, signal: AbortSignal, accept: string, options: Outside): Promise<Response> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Blocked('scheme')
  if (url.username || url.password) throw new Blocked('credentials')
  const { dialled, host } = await vetted(url, options)
  const headers = { host: url.host, accept, 'user-agent': 'Mozilla/5.0 (compatible; Balcao/1.0; link preview)' }
  // The certificate is still asked for in the name that was written.
  const tls = url.protocol === 'https:' ? { tls: { serverName: host } } : {}
  return fetch(dialled, { headers, redirect: 'manual', signal, ...tls } as RequestInit)
}

/** The beginning of what was answered is enough; the rest is not read. */
async function atMost(answer: Response, max: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size >= max) break
  }
  return Buffer.concat(chunks).subarray(0, max)
}
