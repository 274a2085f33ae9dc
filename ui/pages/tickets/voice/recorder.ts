import { type ReadonlySignal, signal } from '@preact/signals-react'
import { loudness, waveform } from './waveform'

export interface Recorded {
  file: File
  seconds: number
  /** 64 values of 0 to 100. */
  waveform: number[]
}
export interface Recording {
  /** Seconds so far, and how loud it is now (0 to 1). */
  now: ReadonlySignal<{ seconds: number; level: number }>
  stop: () => Promise<Recorded>
  cancel: () => void
  /** Called once when the microphone is pulled out or the encoder gives up. */
  onLost: (tell: () => void) => void
}
/** What turns a microphone into a file: Ogg/Opus where the browser can, else WebM, which the server repacks. */
export interface Encoder {
  stop: () => Promise<File>
  cancel: () => void
  onFailure: (tell: () => void) => void
}

export type MicrophoneTrouble = 'micDenied' | 'micMissing' | 'micInsecure' | 'voiceFailed'
const sampleEvery = 50
const speech = { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true }

/** What to tell the person when `startRecording` threw. */
export function troubleOf(thrown: unknown): MicrophoneTrouble {
  if (!window.isSecureContext || !navigator.mediaDevices) return 'micInsecure'
  const name = thrown instanceof DOMException ? thrown.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'micDenied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'micMissing' : 'voiceFailed'
}

/** Asks for the microphone and records. Throws what the browser throws: see `troubleOf`. */
export async function startRecording(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: speech })
  const release = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  try {
    const encoder = await startEncoder(stream)
    return record(stream, encoder, release)
  } catch (failure) {
    release()
    throw failure
  }
}

async function startEncoder(stream: MediaStream): Promise<Encoder> {
  if (typeof AudioEncoder !== 'undefined') {
    const { startOgg } = await import('./ogg-encoder')
    const encoder = await startOgg(stream)
    if (encoder) return encoder
  }
  const { startWebm } = await import('./webm-encoder')
  return startWebm(stream)
}

function record(stream: MediaStream, encoder: Encoder, release: () => void): Recording {
  const started = performance.now()
  const levels: number[] = []
  const now = signal({ seconds: 0, level: 0 })
  const elapsed = () => (performance.now() - started) / 1000
  const meter = startMeter(stream, (level) => {
    levels.push(level)
    now.value = { seconds: elapsed(), level }
  })
  const end = () => {
    meter()
    release()
  }
  return {
    now,
    async stop() {
      const seconds = elapsed()
      meter()
      const file = await encoder.stop()
      release()
      return { file, seconds, waveform: waveform(levels) }
    },
    cancel() {
      end()
      encoder.cancel()
    },
    onLost(tell) {
      encoder.onFailure(tell)
      stream.getAudioTracks()[0]?.addEventListener('ended', tell, { once: true })
    },
  }
}

/** Tells the loudness twenty times a second; the answer stops it. */
function startMeter(stream: MediaStream, tell: (level: number) => void): () => void {
  const context = new AudioContext()
  const analyser = new AnalyserNode(context, { fftSize: 2048 })
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    tell(loudness(samples))
  }, sampleEvery)
  return () => {
    clearInterval(timer)
    void context.close().catch(() => undefined)
  }
}
