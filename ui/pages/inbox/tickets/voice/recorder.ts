import { type ReadonlySignal, signal } from '@preact/signals-react'
import { loudness, waveform } from './waveform'

export interface VoiceRecording {
  file: File
  seconds: number
  /** 64 values from 0 to 100. */
  waveform: number[]
}
export interface Recording {
  /** Recorded seconds and current loudness (0 to 1). */
  now: ReadonlySignal<{ seconds: number; level: number }>
  stop: () => Promise<VoiceRecording>
  cancel: () => void
  /** Called once if the microphone is removed or the encoder fails. */
  onLost: (listener: () => void) => void
}
/** Encodes a microphone stream: Ogg/Opus if the browser can, else WebM, which the server repacks. */
export interface Encoder {
  stop: () => Promise<File>
  cancel: () => void
  onFailure: (listener: () => void) => void
}

type MicrophoneProblem = 'micDenied' | 'micMissing' | 'micInsecure' | 'voiceFailed'
const sampleInterval = 50
const microphoneConstraints = { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true }

/** Reason why `startRecording` failed. */
export function microphoneProblem(thrown: unknown): MicrophoneProblem {
  if (!window.isSecureContext || !navigator.mediaDevices) return 'micInsecure'
  const name = thrown instanceof DOMException ? thrown.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'micDenied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'micMissing' : 'voiceFailed'
}

/** Requests the microphone and starts recording. Throws the browser's error; see `microphoneProblem`. */
export async function startRecording(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: microphoneConstraints })
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

const loadOgg = () => import('./ogg-encoder')
const loadWebm = () => import('./webm-encoder')

/** Loads the encoder ahead, so that a voice note can be recorded while the server is out of reach. */
export const preloadEncoder = () =>
  (typeof AudioEncoder !== 'undefined' ? loadOgg() : loadWebm()).catch(() => undefined)

async function startEncoder(stream: MediaStream): Promise<Encoder> {
  if (typeof AudioEncoder !== 'undefined') {
    const { startOgg } = await loadOgg()
    const encoder = await startOgg(stream)
    if (encoder) return encoder
  }
  const { startWebm } = await loadWebm()
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
    onLost(listener) {
      encoder.onFailure(listener)
      stream.getAudioTracks()[0]?.addEventListener('ended', listener, { once: true })
    },
  }
}

/** Reports the loudness twenty times a second; returns the stop function. */
function startMeter(stream: MediaStream, listener: (level: number) => void): () => void {
  const context = new AudioContext()
  const analyser = new AnalyserNode(context, { fftSize: 2048 })
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    listener(loudness(samples))
  }, sampleInterval)
  return () => {
    clearInterval(timer)
    void context.close().catch(() => undefined)
  }
}
