import type { SignedIn } from '../login/login'
import { refreshSeconds } from '../login/login-life'
import { hostCookieName, plainCookieName } from '../model'

interface Cookie {
  value?: unknown
  set(attributes: object): unknown
}
type Cookies = Record<string, Cookie>

/**
 * Time from which the plain name is ignored under https: every login that began before the prefix existed has ended by
 * then (`loginDays`).
 */
const plainNameEnds = Date.parse('2027-01-15T00:00:00Z')

/**
 * Functions for the cookie of the refresh token. Under https its name begins with `__Host-`: browsers then accept it
 * from this host only, so that neighbouring subdomains cannot plant a login (ADR 93).
 */
export function refreshCookie(publicUrl: string) {
  const isSecure = publicUrl.startsWith('https:')
  const common = { httpOnly: true, sameSite: 'lax', secure: isSecure } as const
  const plain = { ...common, path: '/api/auth' }
  const used = isSecure ? { ...common, path: '/' } : plain
  const name = isSecure ? hostCookieName : plainCookieName
  const textOf = (cookies: Cookies, key: string) => {
    const value = cookies[key]?.value
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const write = (cookies: Cookies, value: string, maxAge: number) => {
    cookies[name]?.set({ ...used, value, maxAge })
    if (isSecure && textOf(cookies, plainCookieName)) cookies[plainCookieName]?.set({ ...plain, value: '', maxAge: 0 })
  }
  return {
    readRefreshCookie(cookies: Cookies): string | undefined {
      const hasOldName = isSecure && Date.now() < plainNameEnds
      return textOf(cookies, name) ?? (hasOldName ? textOf(cookies, plainCookieName) : undefined)
    },
    /** Puts the refresh token of a login into the cookie and returns the response body. */
    setRefreshCookie(cookies: Cookies, { body, refresh }: SignedIn) {
      write(cookies, refresh, refreshSeconds)
      return body
    },
    clearRefreshCookie: (cookies: Cookies) => write(cookies, '', 0),
  }
}
