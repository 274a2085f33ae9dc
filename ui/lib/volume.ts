import { signal } from '@preact/signals-react'
import { keep, keys, recall } from './storage'

const stored = Number(recall(keys.volume) ?? 1)

/** 0 to 1 in steps of 0.1 (specification §2), kept on this device. */
export const volume = signal(stored >= 0 && stored <= 1 ? stored : 1)

export function setVolume(next: number) {
  volume.value = Math.round(Math.min(1, Math.max(0, next)) * 10) / 10
  keep(keys.volume, String(volume.peek()))
}

let audio: AudioContext | undefined

/** Two short notes at the chosen volume; silent until the person has touched the page, as browsers demand. */
export function chime() {
  if (volume.peek() === 0) return
  audio ??= new AudioContext()
  if (audio.state === 'suspended') return void audio.resume()
  note(audio, 660, 0)
  note(audio, 880, 0.12)
}

function note(context: AudioContext, frequency: number, delay: number) {
  const start = context.currentTime + delay
  const gain = new GainNode(context, { gain: 0 })
  const tone = new OscillatorNode(context, { frequency, type: 'sine' })
  gain.gain.linearRampToValueAtTime(0.2 * volume.peek(), start + 0.01)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.25)
  tone.connect(gain).connect(context.destination)
  tone.start(start)
  tone.stop(start + 0.3)
}
