import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { keys, readStored, writeStored } from '../../../lib/storage'

/**
 * Single audio player of the page: starting a voice note stops the previous one, and playback continues when the bubble
 * is unmounted.
 */
const speeds = [1, 1.5, 2] as const
export type Speed = (typeof speeds)[number]
const stored = Number(readStored(keys.voiceSpeed))

export const speed = signal<Speed>(speeds.find((one) => one === stored) ?? 1)
interface Playing {
  /** Key of the bubble. */
  key: string
  isPlaying: boolean
  /** Position in seconds. */
  position: number
  length: number
}
const playing = signal<Playing | null>(null)
let sound: HTMLAudioElement | null = null
let onBroken: (() => void) | null = null
/** Plays the following voice note, if there is one. */
let next: (() => void) | null = null

/** Playback state of a bubble; null unless it was played last. */
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
  /** Returns the voice note to play when this one has ended. */
  next?: () => Played | null
}

/** Plays from `from` seconds, or continues; then plays the following voice notes. */
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
  // A missing user gesture shows "play" again; a broken file fires `error`.
  made.play().catch(() => undefined)
}

export const pause = () => sound?.pause()
/** Stops playback, of one bubble or of any; for a user who left or a discarded recording. */
export function silence(key?: string) {
  if (key && playing.peek()?.key !== key) return
  sound?.pause()
  playing.value = null
}

/** Switches between 1×, 1.5× and 2×; stored on this device. */
export function nextSpeed() {
  speed.value = speeds[(speeds.indexOf(speed.peek()) + 1) % speeds.length]!
  writeStored(keys.voiceSpeed, String(speed.peek()))
  if (sound) sound.playbackRate = speed.peek()
}
