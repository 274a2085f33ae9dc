import { volume } from './volume'

export type Sound = 'message' | 'pending' | 'chat' | 'mention'

/** Frequency and start time of each tone; every kind of notification has its own melody. */
const notes: Record<Sound, readonly (readonly [hertz: number, at: number])[]> = {
  message: [
    [660, 0],
    [880, 0.12],
  ],
  pending: [
    [880, 0],
    [660, 0.14],
    [880, 0.28],
  ],
  chat: [[587, 0]],
  mention: [
    [587, 0],
    [784, 0.1],
    [988, 0.2],
  ],
}

let audio: AudioContext | undefined

/** Plays a sound at the chosen volume. Silent before the first interaction with the page, as browsers require. */
export function playSound(sound: Sound) {
  if (volume.peek() === 0 || navigator.userActivation?.hasBeenActive === false) return
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume()
  for (const [hertz, at] of notes[sound]) note(audio, hertz, at)
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
