import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Blocked, isPublic } from './outside'

export type PublicFetch = (address: string, init: RequestInit) => Promise<Response>

/** Looked at where such an address is taken in, and again before it is called. @throws Blocked */
export function checkPublicUrl(address: string): URL {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:') throw new Blocked('scheme')
  if (url.username || url.password) throw new Blocked('credentials')
  if (url.port !== '') throw new Blocked('port')
  const host = bare(url)
  if (isIP(host) ? !isPublic(host) : !host.includes('.')) throw new Blocked('address')
  return url
}

const bare = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
const byName = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address)

/**
 * Sends to an https address that came from outside: its name is resolved once, every address behind it must be public,
 * and one that was looked at is dialled. Follows no redirect.
 */
export const publicFetch: PublicFetch = async (address, init) => {
  const url = checkPublicUrl(address)
  const host = bare(url)
  const found = isIP(host) ? [host] : await byName(host)
  const [ip] = found
  if (ip === undefined || !found.every(isPublic)) throw new Blocked('address')
  const dialled = new URL(url)
  dialled.hostname = isIP(ip) === 6 ? `[${ip}]` : ip
  const headers = new Headers(init.headers)
  headers.set('host', url.host)
  return fetch(dialled, { ...init, headers, redirect: 'manual', tls: { serverName: host } } as RequestInit)
}
