import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { keys, readStored, writeStored } from '../../../../lib/storage'

/**
 * Single audio player of the page: starting a voice note stops the previous one, and playback continues when the bubble
 * is unmounted.
 */
const speeds = [1, 1.5, 2] as const
type Speed = (typeof speeds)[number]
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
let audio: HTMLAudioElement | null = null
let onBroken: (() => void) | null = null
/** Plays the following voice note, if there is one. */
let next: (() => void) | null = null

/** Playback state of a bubble; null unless it was played last. */
export const playbackOf = (key: string): ReadonlySignal<Playing | null> =>
  computed(() => (playing.value?.key === key ? playing.value : null))

function audioElement(): HTMLAudioElement {
  if (audio) return audio
  const created = new Audio()
  const updatePlaying = (changes: Partial<Playing>) => {
    if (playing.peek()) playing.value = { ...playing.peek()!, ...changes }
  }
  created.addEventListener('timeupdate', () => updatePlaying({ position: created.currentTime }))
  created.addEventListener(
    'durationchange',
    () => Number.isFinite(created.duration) && updatePlaying({ length: created.duration }),
  )
  created.addEventListener('play', () => updatePlaying({ isPlaying: true }))
  created.addEventListener('pause', () => updatePlaying({ isPlaying: false }))
  created.addEventListener('ended', () => {
    updatePlaying({ isPlaying: false, position: 0 })
    next?.()
  })
  created.addEventListener('error', () => {
    updatePlaying({ isPlaying: false })
    onBroken?.()
  })
  audio = created
  return created
}

export interface PlayableNote {
  key: string
  url: string
  seconds: number
  from?: number
  onBroken: () => void
  /** Returns the voice note to play when this one has ended. */
  next?: () => PlayableNote | null
}

/** Plays from `from` seconds, or continues; then plays the following voice notes. */
export function playNote(note: PlayableNote) {
  const element = audioElement()
  const last = playing.peek()?.key === note.key ? playing.peek() : null
  const isSame = last !== null && element.src === new URL(note.url, location.href).href
  const from = note.from ?? (isSame ? undefined : last?.position) // a renewed address continues where the old one stopped
  onBroken = note.onBroken
  next = () => {
    const following = note.next?.()
    if (following) playNote(following)
  }
  if (!isSame) {
    element.src = note.url
    playing.value = { key: note.key, isPlaying: false, position: from ?? 0, length: note.seconds }
  }
  if (from !== undefined) element.currentTime = from
  element.playbackRate = speed.peek()
  // A missing user gesture shows "play" again; a broken file fires `error`.
  element.play().catch(() => undefined)
}

export const pausePlayback = () => audio?.pause()
/** Stops playback, of one bubble or of any; for a user who left or a discarded recording. */
export function stopPlayback(key?: string) {
  if (key && playing.peek()?.key !== key) return
  audio?.pause()
  playing.value = null
}

/** Switches between 1×, 1.5× and 2×; stored on this device. */
export function nextSpeed() {
  speed.value = speeds[(speeds.indexOf(speed.peek()) + 1) % speeds.length]!
  writeStored(keys.voiceSpeed, String(speed.peek()))
  if (audio) audio.playbackRate = speed.peek()
}
