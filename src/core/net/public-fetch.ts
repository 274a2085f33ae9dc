import { isIP } from 'node:net'
import { workMarks } from '../process/work-marks'
import { AddressBlockedError, bareHost, isPublic, resolvePublic } from './safe-fetch'

export type PublicFetch = (address: string, init: RequestInit) => Promise<Response>

/** Checks an address when it is stored, and again before it is called. @throws AddressBlockedError */
export function checkPublicUrl(address: string): URL {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:') throw new AddressBlockedError('scheme')
  if (url.username || url.password) throw new AddressBlockedError('credentials')
  if (url.port !== '') throw new AddressBlockedError('port')
  const host = bareHost(url)
  if (isIP(host) ? !isPublic(host) : !host.includes('.')) throw new AddressBlockedError('address')
  return url
}

/**
 * Requests an https URL from outside. All addresses of its host must be public; redirects are not followed.
 * @throws AddressBlockedError, or the network's error
 */
export const publicFetch: PublicFetch = async (address, init) => {
  const url = checkPublicUrl(address)
  return workMarks.whileAway(request(url, init))
}

async function request(url: URL, init: RequestInit): Promise<Response> {
  const { resolved, host } = await resolvePublic(url)
  const headers = new Headers(init.headers)
  headers.set('host', url.host)
  return fetch(resolved, { ...init, headers, redirect: 'manual', tls: { serverName: host } } as RequestInit)
}
