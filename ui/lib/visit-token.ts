const key = 'visit'

/** Hands a grant's token to the page that comes next in this tab; it lies there for that one step only. */
export function passVisitToken(token: string) {
  sessionStorage.setItem(key, token)
  location.assign('/')
}

/** The token handed over by the page before, and nobody's any more. */
export function takeVisitToken(): string | null {
  try {
    const token = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return token
  } catch {
    return null
  }
}
