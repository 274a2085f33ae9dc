const key = 'visit'

const visitedKey = 'visited'

/** Passes the token of a support grant to the next page load of this tab, and the company to the one after the visit. */
export function storeVisitToken(token: string, companyId: number) {
  sessionStorage.setItem(key, token)
  sessionStorage.setItem(visitedKey, String(companyId))
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

/** Returns and deletes the id of the company that this tab has visited; null if there is none. */
export function consumeVisitedCompany(): number | null {
  try {
    const id = sessionStorage.getItem(visitedKey)
    sessionStorage.removeItem(visitedKey)
    return id === null ? null : Number(id)
  } catch {
    return null
  }
}
