import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { keys, readStored, writeStored } from '../../../lib/storage'

/** The one sound of this page: starting a note stops the other, and a note goes on when its bubble scrolls away. */
const speeds = [1, 1.5, 2] as const
export type Speed = (typeof speeds)[number]
const stored = Number(readStored(keys.voiceSpeed))

export const speed = signal<Speed>(speeds.find((one) => one === stored) ?? 1)
interface Playing {
  /** Key of the bubble. */
  key: string
  isPlaying: boolean
  /** Seconds. */
  position: number
  length: number
}
const playing = signal<Playing | null>(null)
let sound: HTMLAudioElement | null = null
let onBroken: (() => void) | null = null
/** Plays what comes after, if something does. */
let next: (() => void) | null = null

/** Null unless this bubble is the one that plays or was paused last. */
export const playingOf = (key: string): ReadonlySignal<Playing | null> =>
  computed(() => (playing.value?.key === key ? playing.value : null))

function element(): HTMLAudioElement {
  if (sound) return sound
  const made = new Audio()
  const change = (changes: Partial<Playing>) => {
    if (playing.peek()) playing.value = { ...playing.peek()!, ...changes }
  }
  made.addEventListener('timeupdate', () => change({ position: made.currentTime }))
  made.addEventListener('durationchange', () => Number.isFinite(made.duration) && change({ length: made.duration }))
  made.addEventListener('play', () => change({ isPlaying: true }))
  made.addEventListener('pause', () => change({ isPlaying: false }))
  made.addEventListener('ended', () => {
    change({ isPlaying: false, position: 0 })
    next?.()
  })
  made.addEventListener('error', () => {
    change({ isPlaying: false })
    onBroken?.()
  })
  sound = made
  return made
}

export interface Played {
  key: string
  url: string
  seconds: number
  from?: number
  onBroken: () => void
  /** The note that is played when this one has ended. */
  next?: () => Played | null
}

/** Plays from `from` seconds on, or from where it was; then the note after it. */
export function play(given: Played) {
  const made = element()
  const isSame = playing.peek()?.key === given.key && made.src === new URL(given.url, location.href).href
  onBroken = given.onBroken
  next = () => {
    const after = given.next?.()
    if (after) play(after)
  }
  if (!isSame) {
    made.src = given.url
    playing.value = { key: given.key, isPlaying: false, position: given.from ?? 0, length: given.seconds }
  }
  if (given.from !== undefined) made.currentTime = given.from
  made.playbackRate = speed.peek()
  // Refused (a gesture is missing) or broken: the button shows "play" again, and `error` tells the rest.
  made.play().catch(() => undefined)
}

export const pause = () => sound?.pause()
/** A sound that belongs to a person who left or a draft that was thrown away. */
export function silence(key?: string) {
  if (key && playing.peek()?.key !== key) return
  sound?.pause()
  playing.value = null
}

/** 1×, 1.5×, 2× and round again, kept on this device. */
export function nextSpeed() {
  speed.value = speeds[(speeds.indexOf(speed.peek()) + 1) % speeds.length]!
  writeStored(keys.voiceSpeed, String(speed.peek()))
  if (sound) sound.playbackRate = speed.peek()
}
