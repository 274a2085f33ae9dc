/** What the browser keeps, by name. Device choices outlive a login; the rest belongs to it. */
export const keys = {
  theme: 'preferredTheme',
  language: 'i18nextLng',
  volume: 'volume',
  drawer: 'drawerOpen',
  companyId: 'companyId',
} as const
const ofTheDevice: readonly string[] = [keys.theme, keys.language, keys.volume, keys.drawer]

/** Null also when the browser forbids storage (private windows, blocked cookies): nothing may break on that. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keep(key: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Full or forbidden: the choice holds until the page is closed.
  }
}

export function keysStartingWith(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Another person may sit down here next: everything but the device's own choices goes. */
export function forgetPerson() {
  for (const key of keysStartingWith('')) if (!ofTheDevice.includes(key)) keep(key, null)
}
