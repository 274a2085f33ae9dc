const waveformBars = 64
const loudest = 100
const silence = 1e-4

/** 64 values of 0 to 100 from any number of loudness samples: the loudest of each stretch, against the loudest of all. */
export function waveform(levels: readonly number[]): number[] {
  const top = levels.reduce((most, level) => Math.max(most, level), silence)
  return Array.from({ length: waveformBars }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / waveformBars)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / waveformBars))
    const peak = levels.slice(from, to).reduce((most, level) => Math.max(most, level), 0)
    return Math.round((loudest * peak) / top)
  })
}

/** Root mean square of samples, 0 to 1. */
export function loudness(samples: Float32Array | readonly number[]): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return samples.length ? Math.sqrt(sum / samples.length) : 0
}

/** What a note without a waveform shows: a flat, honest line. */
export const flatWaveform: readonly number[] = Array<number>(waveformBars).fill(8)
