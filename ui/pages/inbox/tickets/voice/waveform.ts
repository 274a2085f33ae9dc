const waveformBars = 64
const maxLevel = 100
const minPeak = 1e-4

/** 64 values from 0 to 100: the peak of each section, relative to the highest peak. */
export function waveform(levels: readonly number[]): number[] {
  const top = levels.reduce((most, level) => Math.max(most, level), minPeak)
  return Array.from({ length: waveformBars }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / waveformBars)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / waveformBars))
    const peak = levels.slice(from, to).reduce((most, level) => Math.max(most, level), 0)
    return Math.round((maxLevel * peak) / top)
  })
}

/** Root mean square of samples, 0 to 1. */
export function loudness(samples: Float32Array | readonly number[]): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return samples.length ? Math.sqrt(sum / samples.length) : 0
}

/** Flat line for a voice note without a waveform. */
export const flatWaveform: readonly number[] = Array<number>(waveformBars).fill(8)
