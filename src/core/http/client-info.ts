import { AppError } from '../../shared/errors'

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

export const clientInfo = (request: Request, server: Peer | null): ClientInfo => ({
  ip: clientAddress(request, server),
  userAgent: (request.headers.get('user-agent') ?? '').slice(0, agentMax),
})

/**
 * Client address: the socket's peer, or the last entry of X-Forwarded-For from a trusted proxy. A proxy is trusted on
 * this machine or in a private network; it appends, so only the last entry is its own.
 */
export function clientAddress(request: Request, server: Peer | null): string {
  const peer = withoutIpv4Prefix(server?.requestIP(request)?.address ?? '127.0.0.1')
  if (!isPrivate(peer)) return networkOf(peer)
  const forwarded = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  return networkOf(forwarded ? withoutIpv4Prefix(forwarded) : peer)
}

/** Loopback, private, link-local and unique-local addresses. */
export function isPrivate(address: string): boolean {
  if (address.includes(':')) return address === '::1' || /^(f[cd]|fe[89ab])/i.test(address)
  return /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address)
}

/** True for a request directly from this machine or the private network, not through a proxy. */
export function isLocalRequest(request: Request, server: Peer | null): boolean {
  if (request.headers.has('x-forwarded-for') || request.headers.has('forwarded')) return false
  return isPrivate(withoutIpv4Prefix(server?.requestIP(request)?.address ?? '127.0.0.1'))
}

/**
 * Refuses cross-site requests of browsers. Called by routes that read the cookie, and by the websocket. A request
 * without an Origin header is not a cross-site request of a browser. @throws ERR_FORBIDDEN_ORIGIN
 */
export function checkOrigin(headers: Headers, publicUrl: string) {
  const origin = headers.get('origin')
  if (origin === null) {
    if (headers.get('sec-fetch-site') === 'cross-site') throw new AppError('ERR_FORBIDDEN_ORIGIN')
    return
  }
  const host = URL.parse(origin)?.host
  if (!host || (host !== headers.get('host') && host !== URL.parse(publicUrl)?.host))
    throw new AppError('ERR_FORBIDDEN_ORIGIN')
}

const withoutIpv4Prefix = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '').slice(0, 45)

function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = address.includes('::') ? 8 - groups.length - tail.split(':').filter(Boolean).length : 0
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0')].slice(0, 4).join(':')
}
