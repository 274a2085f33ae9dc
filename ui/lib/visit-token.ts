const key = 'visit'

/** Passes the token of a support grant to the next page load of this tab. */
export function storeVisitToken(token: string) {
  sessionStorage.setItem(key, token)
  location.assign('/')
}

/** Returns and deletes the token passed by the previous page; null if there is none. */
export function consumeVisitToken(): string | null {
  try {
    const token = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return token
  } catch {
    return null
  }
}
