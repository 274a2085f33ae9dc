import { ADTS, type InputFormat, MP3, MP4, OGG, QTFF, WAVE, WEBM } from 'mediabunny'

/** Containers that are read, with their names in `shared/sound.ts`. */
const containers: [InputFormat, string][] = [
  [OGG, 'ogg'],
  [WEBM, 'webm'],
  [MP4, 'mp4'],
  [QTFF, 'mp4'],
  [MP3, 'mp3'],
  [ADTS, 'adts'],
  [WAVE, 'wav'],
]
export const soundFormats = containers.map(([format]) => format)
export const containerOf = (format: InputFormat) => containers.find(([each]) => each === format)?.[1] ?? ''

/** 24 hours, more than the largest allowed file can contain: a longer duration means a broken file. */
export const maxSeconds = 86_400
