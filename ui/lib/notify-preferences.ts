import { signal } from '@preact/signals-react'
import type { Sound } from './sound'
import { keys, readStored, writeStored } from './storage'

/** How this device tells of news; every choice outlives a login. */
export interface NotifyPreferences {
  /** Which kinds of news are heard. */
  sounds: Record<Sound, boolean>
  /** Sounds only while another window or tab is in front. */
  unfocusedOnly: boolean
  /** The system's own notifications; asked for by a click, never by itself. */
  desktop: boolean
  /** Neither sounds nor notifications; counts go on. */
  quiet: boolean
  /** Again each minute while somebody waits whom nobody has accepted. */
  repeat: boolean
}

const defaults: NotifyPreferences = {
  sounds: { message: true, pending: true, chat: true, mention: true },
  unfocusedOnly: false,
  desktop: false,
  quiet: false,
  repeat: false,
}

export const notifyPreferences = signal<NotifyPreferences>(readPreferences())

function readPreferences(): NotifyPreferences {
  try {
    const kept = JSON.parse(readStored(keys.notifications) ?? '{}') as Partial<NotifyPreferences>
    return { ...defaults, ...kept, sounds: { ...defaults.sounds, ...kept.sounds } }
  } catch {
    return defaults
  }
}

export function setNotifyPreferences(changes: Partial<NotifyPreferences>) {
  notifyPreferences.value = { ...notifyPreferences.peek(), ...changes }
  writeStored(keys.notifications, JSON.stringify(notifyPreferences.peek()))
}

/** What one piece of news does here: by what the person chose, and where they are looking. */
export function notificationEffects(
  sound: Sound,
  { focused, looking }: { focused: boolean; looking: boolean },
  { sounds, unfocusedOnly, desktop, quiet }: NotifyPreferences,
) {
  // What happens before one's eyes needs no bell; a mention is meant for one alone and rings all the same.
  const isSeen = focused && looking
  const isHeard = sounds[sound] && !(unfocusedOnly && focused) && (!isSeen || sound === 'mention')
  return { sound: !quiet && isHeard, desktop: !quiet && desktop && !focused, remember: !isSeen }
}
