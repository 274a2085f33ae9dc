import { computed, signal } from '@preact/signals-react'
import type { Texts } from '../i18n/pt/all'
import { formatKeys, isApple, isChoosable, isSingle } from './key-names'
import { me } from './session'
import { readStored, shortcutsOf, writeStored } from './storage'

/** All keyboard shortcuts of the product, in the order of the dialog that lists them. */
export const keyTable = {
  'palette.open': { keys: 'mod+k', text: 'keys.openPalette', group: 'everywhere' },
  'keys.help': { keys: '?', text: 'keys.help', group: 'everywhere' },
  search: { keys: '/', text: 'keys.search', group: 'everywhere' },
  'ticket.new': { keys: 'c', text: 'keys.newTicket', group: 'everywhere' },
  'list.enter': { keys: 'ArrowDown', text: 'keys.enterList', group: 'list' },
  'ticket.next': { keys: 'j', text: 'keys.next', group: 'list' },
  'ticket.previous': { keys: 'k', text: 'keys.previous', group: 'list' },
  'ticket.nextWriting': { keys: 'alt+ArrowDown', text: 'keys.nextWriting', group: 'list' },
  'ticket.previousWriting': { keys: 'alt+ArrowUp', text: 'keys.previousWriting', group: 'list' },
  'ticket.select': { keys: 'x', text: 'keys.select', group: 'list' },
  'ticket.accept': { keys: 'a', text: 'keys.accept', group: 'ticket' },
  'ticket.acceptNext': { keys: 'q', text: 'keys.acceptNext', group: 'ticket' },
  'ticket.reply': { keys: 'r', text: 'keys.reply', group: 'ticket' },
  'ticket.note': { keys: 'n', text: 'keys.note', group: 'ticket' },
  'ticket.close': { keys: 'e', text: 'keys.close', group: 'ticket' },
  'ticket.schedule': { keys: 's', text: 'keys.schedule', group: 'ticket' },
  'ticket.transfer': { keys: 't', text: 'keys.transfer', group: 'ticket' },
  'ticket.return': { keys: 'v', text: 'keys.return', group: 'ticket' },
  'ticket.unread': { keys: 'u', text: 'keys.unread', group: 'ticket' },
  'ticket.pin': { keys: 'p', text: 'keys.pin', group: 'ticket' },
  'ticket.tags': { keys: 'l', text: 'keys.tags', group: 'ticket' },
  'ticket.details': { keys: 'i', text: 'keys.details', group: 'ticket' },
  'go.tickets': { keys: 'g i', text: 'keys.goTickets', group: 'go' },
  'go.contacts': { keys: 'g c', text: 'keys.goContacts', group: 'go' },
  'go.dashboard': { keys: 'g d', text: 'keys.goDashboard', group: 'go' },
  'go.kanban': { keys: 'g k', text: 'keys.goKanban', group: 'go' },
  'lists.open': { keys: 'g a', text: 'keys.openList', group: 'go' },
  'lists.pending': { keys: 'g w', text: 'keys.pendingList', group: 'go' },
  'lists.robot': { keys: 'g r', text: 'keys.robotList', group: 'go' },
  'lists.closed': { keys: 'g e', text: 'keys.closedList', group: 'go' },
  'lists.all': { keys: 'g t', text: 'keys.allList', group: 'go' },
} as const satisfies Record<string, { keys: string; text: `keys.${keyof Texts['keys']}`; group: keyof Texts['keys'] }>
export type ActionId = keyof typeof keyTable
export const actionIds = Object.keys(keyTable) as ActionId[]

/** Shortcuts changed by the user; stored in this browser per user (docs/adr/0012). */
interface Preferences {
  /** True if shortcuts of a single key are switched off. */
  off: boolean
  keys: Partial<Record<ActionId, string>>
}
const defaults: Preferences = { off: false, keys: {} }
const storageKey = computed(() => shortcutsOf(me.value?.id ?? 0))
const changes = signal(0)

/** Choice of the signed-in user. */
const preferences = computed<Preferences>(() => {
  void changes.value
  return parsePreferences(readStored(storageKey.value))
})

function parsePreferences(text: string | null): Preferences {
  try {
    const { off, keys } = JSON.parse(text ?? '') as Partial<Preferences>
    const valid = Object.entries(keys ?? {}).filter(([id, key]) => id in keyTable && typeof key === 'string')
    return { off: off === true, keys: Object.fromEntries(valid) }
  } catch {
    return defaults
  }
}

function storePreferences(next: Preferences) {
  writeStored(storageKey.peek(), next.off || Object.keys(next.keys).length > 0 ? JSON.stringify(next) : null)
  changes.value++
}

export const singleKeysOff = computed(() => preferences.value.off)
export const switchSingleKeys = (on: boolean) => storePreferences({ ...preferences.peek(), off: !on })

/** Key assigned to an action, also while single keys are switched off. */
export const chosenKey = (id: ActionId) => preferences.value.keys[id] ?? keyTable[id].keys

/** Key of an action that works now; '' for none. */
export function keyOf(id: ActionId): string {
  const keys = chosenKey(id)
  return preferences.value.off && isSingle(keys) ? '' : keys
}

/**
 * The key with Alt, which works anywhere; '' on Apple keyboards, where Alt types characters, and for keys with a
 * modifier.
 */
const withAlt = (id: ActionId) => (isSingle(chosenKey(id)) && !isApple() ? `alt+${chosenKey(id)}` : '')

/** All keys of an action that work now. Single keys depend on the focus (`needsList`, docs/adr/0031). */
export const keysOf = (id: ActionId) => [keyOf(id), withAlt(id)].filter(Boolean)

/** True for actions on a ticket: their single key works only while the list has the focus. */
export const needsList = (id: ActionId) => {
  const { group } = keyTable[id]
  return id !== 'list.enter' && (group === 'list' || group === 'ticket')
}

/** Reason why an action cannot have a key: another action has it, or the browser reserves it ('kept'). */
export function problemOf(id: ActionId, keys: string): { takenBy: ActionId } | 'kept' | null {
  if (!isChoosable(keys) && keys !== keyTable[id].keys) return 'kept'
  const other = actionIds.find((each) => each !== id && clash(chosenKey(each), keys))
  return other ? { takenBy: other } : null
}

/** True if the keys are equal, or one is the beginning of the other. */
const clash = (one: string, other: string) =>
  one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `)

export function changeKey(id: ActionId, keys: string) {
  const { off, keys: before } = preferences.peek()
  const { [id]: _, ...others } = before
  storePreferences({ off, keys: keys === keyTable[id].keys ? others : { ...others, [id]: keys } })
}

export const resetKeys = () => storePreferences(defaults)
export const areKeysChanged = computed(() => preferences.value.off || Object.keys(preferences.value.keys).length > 0)

/** Display text of an action's key in the list; '' for none. */
export const listKeyText = (id: ActionId) => formatKeys(keyOf(id))
/** Display text of the key that works wherever the focus is; '' for none. */
export const globalKeyText = (id: ActionId) =>
  formatKeys(needsList(id) ? (keysOf(id).find((keys) => !isSingle(keys)) ?? '') : keyOf(id) || withAlt(id))
