import { signal } from '@preact/signals-react'
import type { Sound } from './sound'
import { keys, readStored, writeStored } from './storage'

/** Notification settings of this device; they survive a logout. */
export interface NotifyPreferences {
  /** Kinds of events that play a sound. */
  sounds: Record<Sound, boolean>
  /** Plays sounds only while this window does not have the focus. */
  unfocusedOnly: boolean
  /** Notifications of the operating system; the permission is requested only after a click. */
  desktop: boolean
  /** Suppresses sounds and notifications; counters continue. */
  quiet: boolean
  /** Repeats the sound every minute while a ticket is pending. */
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

/** Effects of an event by preferences and by where the user is looking. */
export function notificationEffects(
  sound: Sound,
  { focused, looking }: { focused: boolean; looking: boolean },
  { sounds, unfocusedOnly, desktop, quiet }: NotifyPreferences,
) {
  // An event on the visible screen makes no sound, except a mention.
  const isSeen = focused && looking
  const playsSound = sounds[sound] && !(unfocusedOnly && focused) && (!isSeen || sound === 'mention')
  return { sound: !quiet && playsSound, desktop: !quiet && desktop && !focused, remember: !isSeen }
}
