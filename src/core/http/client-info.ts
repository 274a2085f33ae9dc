import { AppError } from '../../shared/errors'
import { log } from '../log'
import { isTrustedProxy } from './trusted-proxies'

interface Peer {
  requestIP(request: Request): { address: string } | null
}

/** Unauthenticated client: IP address and user agent. */
export interface ClientInfo {
  /** Client address; an IPv6 address is cut to its /64, the usual size of one household's network. */
  ip: string
  userAgent: string
}

const agentMax = 300
/** Characters of X-Forwarded-For that are read; its end is what trusted proxies wrote. */
const headerMax = 500

export const clientInfo = (request: Request, server: Peer | null): ClientInfo => ({
  ip: clientAddress(request, server),
  userAgent: (request.headers.get('user-agent') ?? '').slice(0, agentMax),
})

/**
 * Client address: the socket's peer, or, behind trusted proxies, the last entry of X-Forwarded-For that is not a trusted
 * proxy itself. Each proxy appends the address it saw, so entries before that one may be forged.
 */
export function clientAddress(request: Request, server: Peer | null): string {
  const peer = peerAddress(request, server)
  if (!isTrustedProxy(peer)) {
    if (request.headers.has('x-forwarded-for') && isPrivate(peer)) warnOfUntrusted(peer)
    return networkOf(peer)
  }
  const entries = request.headers.get('x-forwarded-for')?.slice(-headerMax).split(',') ?? []
  const forwarded = entries.map((entry) => withoutIpv4Prefix(entry.trim())).filter(Boolean)
  return networkOf(forwarded.findLast((entry) => !isTrustedProxy(entry)) ?? forwarded[0] ?? peer)
}

/** Loopback, private, link-local and unique-local addresses. */
function isPrivate(address: string): boolean {
  if (address.includes(':')) return address === '::1' || /^(f[cd]|fe[89ab])/i.test(address)
  return /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address)
}

let warned = false
/** Tells the operator once of a header that is not believed: with a proxy there, all clients share its address. */
function warnOfUntrusted(peer: string) {
  if (warned) return
  warned = true
  log.warn({ peer }, 'X-Forwarded-For of an untrusted address is ignored; name a proxy in BALCAO_TRUSTED_PROXIES')
}

/** True for a request directly from this machine, not through a proxy. */
export function isLocalRequest(request: Request, server: Peer | null): boolean {
  if (request.headers.has('x-forwarded-for') || request.headers.has('forwarded')) return false
  return isLoopback(peerAddress(request, server))
}

const peerAddress = (request: Request, server: Peer | null) =>
  withoutIpv4Prefix(server?.requestIP(request)?.address ?? '127.0.0.1')

const isLoopback = (address: string) => address === '::1' || /^127(\.\d{1,3}){3}$/.test(address)

/**
 * Refuses cross-site requests of browsers. Called by routes that read the cookie, and by the websocket. A request
 * without an Origin header is not a cross-site request of a browser.
 * @throws ERR_FORBIDDEN_ORIGIN with the official address, which another site cannot read
 */
export function checkOrigin(headers: Headers, publicUrl: string) {
  const origin = headers.get('origin')
  if (origin === null) {
    if (headers.get('sec-fetch-site') === 'cross-site') refuseOrigin(headers, publicUrl)
    return
  }
  const host = URL.parse(origin)?.host
  if (!host || (host !== headers.get('host') && host !== URL.parse(publicUrl)?.host)) refuseOrigin(headers, publicUrl)
}

/** Time of the last line in the log about a refused origin, so that a foreign site cannot fill it. */
let loggedAt = Number.NEGATIVE_INFINITY
const logEveryMs = 60_000

/** Refuses, and tells the operator, because a proxy that changes the Host header causes the same. */
function refuseOrigin(headers: Headers, publicUrl: string): never {
  if (performance.now() - loggedAt > logEveryMs) {
    loggedAt = performance.now()
    const [origin, host] = ['origin', 'host'].map((name) => headers.get(name)?.slice(0, 200) ?? null)
    log.warn({ origin, host, publicUrl }, 'a page of another address was refused; the proxy must pass the Host header')
  }
  throw new AppError('ERR_FORBIDDEN_ORIGIN', { address: publicUrl })
}

/**
 * Network of a client address: the /48 of an IPv6 address, which one customer of a provider may have whole; an IPv4
 * address itself.
 */
export const wideNetworkOf = (ip: string): string => (ip.includes(':') ? ip.split(':').slice(0, 3).join(':') : ip)

const withoutIpv4Prefix = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '').slice(0, 45)

function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = address.includes('::') ? 8 - groups.length - tail.split(':').filter(Boolean).length : 0
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0')].slice(0, 4).join(':')
}
