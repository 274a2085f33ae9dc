import { bareHost } from './safe-fetch'

/** Hosts in the private network that companies may request, as `host` or `host:port` (`BALCAO_INTERNAL_HOSTS`). */
export type InternalHosts = readonly string[]

/** True when the list names the host of the URL, with its port or without a port. */
export function isInternalHost(hosts: InternalHosts, url: URL): boolean {
  const host = bareHost(url)
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return hosts.some((entry) => {
    const named = splitHost(entry)
    return named.host === host && (named.port === null || named.port === port)
  })
}

/** Host as URLs write it (an IPv4 address in another notation becomes the usual one), and the port or null. */
export function splitHost(entry: string): { host: string; port: string | null } {
  const port = /:(\d+)$/.exec(entry)?.[1] ?? null
  const written = port === null ? entry : entry.slice(0, -port.length - 1)
  return { host: bareHost(new URL(`http://${written}`)), port: port === null ? null : String(Number(port)) }
}
