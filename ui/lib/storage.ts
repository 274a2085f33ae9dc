/** Keys of localStorage. Settings of the device survive a logout, all others are deleted. */
export const keys = {
  theme: 'preferredTheme',
  language: 'i18nextLng',
  volume: 'volume',
  details: 'detailsOpen',
  companyId: 'companyId',
  /** Exists while the company may use flows or campaigns. */
  campaigns: 'cshow',
  /** Number to which a user sends tests of campaigns. */
  testNumber: 'campaignTestNumber',
  notifications: 'notifications',
  sendKey: 'sendKey',
  voiceSpeed: 'voiceSpeed',
  listWidth: 'ticketListWidth',
  /** Exists when the user hid the list of first steps here. */
  firstSteps: 'firstSteps',
} as const
const deviceKeys: readonly string[] = [
  keys.theme,
  keys.language,
  keys.volume,
  keys.details,
  keys.sendKey,
  keys.voiceSpeed,
  keys.listWidth,
  keys.notifications,
  keys.firstSteps,
]

/** Null also if the browser forbids storage (private windows, blocked cookies). */
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
    // Storage is full or forbidden; the value lasts until the page is closed.
  }
}

export function keysStartingWith(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Custom keyboard shortcuts per user id; not secret, so they survive a logout (docs/adr/0012). */
const shortcuts = 'shortcuts.'
export const shortcutsOf = (userId: number) => `${shortcuts}${userId}`

/** Order of the ticket lists per user id; survives a logout. */
const ticketSort = 'ticketSort.'
export const ticketSortOf = (userId: number) => `${ticketSort}${userId}`

/** Height of the rows of the ticket lists per user id; survives a logout. */
const listDensity = 'listDensity.'
export const listDensityOf = (userId: number) => `${listDensity}${userId}`

/** Newest dismissed support visit per user id; survives a logout. */
const seenVisits = 'seenVisits.'
export const seenVisitsOf = (userId: number) => `${seenVisits}${userId}`

/**
 * Texts that exist only in this browser, stored under their author's id: unsent messages and drafts not saved on the
 * server.
 */
const isUnsaved = (key: string) =>
  /^(note|edit|captions|chatDraft|chatUnsent|todolist|outbox|flowDraft):/.test(key) ||
  (key.startsWith('draft:') && /"dirty":true|"stored":false/.test(readStored(key) ?? ''))
const survivesLogout = (key: string) =>
  deviceKeys.includes(key) ||
  [shortcuts, ticketSort, listDensity, seenVisits].some((start) => key.startsWith(start)) ||
  isUnsaved(key)

/** Deletes the data of the user at logout, except device settings and texts that would be lost. */
export function clearPersonalData() {
  for (const key of keysStartingWith('')) if (!survivesLogout(key)) writeStored(key, null)
}
