/** What the browser keeps, by name. Device choices outlive a login; the rest belongs to it. */
export const keys = {
  theme: 'preferredTheme',
  language: 'i18nextLng',
  volume: 'volume',
  drawer: 'drawerOpen',
  details: 'detailsOpen',
  companyId: 'companyId',
  notifications: 'notifications',
  sendKey: 'sendKey',
  voiceSpeed: 'voiceSpeed',
  listWidth: 'ticketListWidth',
} as const
const deviceKeys: readonly string[] = [
  keys.theme,
  keys.language,
  keys.volume,
  keys.drawer,
  keys.details,
  keys.sendKey,
  keys.voiceSpeed,
  keys.listWidth,
  keys.notifications,
]

/** Null also when the browser forbids storage (private windows, blocked cookies): nothing may break on that. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeStored(key: string, value: string | null) {
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

/** Each person's own keys, by id: nothing to hide, and tedious to choose again (docs/adr/0012). */
const shortcuts = 'shortcuts.'
export const shortcutsOf = (userId: number) => `${shortcuts}${userId}`

/** Words that are nowhere but here, under their writer's id: what the server never gets, and a draft it does not have. */
const isUnsaved = (key: string) =>
  /^(note|captions|chatDraft|todolist):/.test(key) ||
  (key.startsWith('draft:') && /"dirty":true|"stored":false/.test(readStored(key) ?? ''))
const survivesLogout = (key: string) => deviceKeys.includes(key) || key.startsWith(shortcuts) || isUnsaved(key)

/** Another person may sit down here next: everything goes but the device's own choices and what would be lost. */
export function clearPersonalData() {
  for (const key of keysStartingWith('')) if (!survivesLogout(key)) writeStored(key, null)
}
