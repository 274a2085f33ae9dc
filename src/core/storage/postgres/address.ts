/**
 * Options of Bun's SQL client for an address. As in libpq, `?host=/run/postgresql` names the directory of a unix socket.
 */
export function clientOptions(address: string): Record<string, unknown> {
  const url = new URL(address)
  const directory = url.searchParams.get('host')
  const port = Number(url.port || 5432)
  const database = decodeURIComponent(url.pathname.slice(1))
  const common = { adapter: 'postgres', connectionTimeout: 10, idleTimeout: 0, database }
  const who = { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }
  if (directory?.startsWith('/')) return { ...common, ...who, path: `${directory}/.s.PGSQL.${port}` }
  return { ...common, url: address }
}

/** Address for people, without the password. */
export function nameOfAddress(address: string): string {
  const url = new URL(address)
  url.password = ''
  return url.href
}
