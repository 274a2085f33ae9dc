import type { ParserLimits, ParserName, ParserSource } from '../../core/parsers/contract'
import { mebibyte } from '../../core/parsers/contract'
import type { PictureKind } from './look/model'
import type { DrawnPictures } from './look/picture-parser'
import type { SmallPicture, SmallPictureOptions } from './media/picture-parser'
import type { SoundFacts } from './media/sound-parser'
import type { Voice } from './media/voice-parser'

/** Parsers of platform: input and output. */
declare module '../../core/parsers/contract' {
  interface Parsers {
    /** Media type read from the bytes; null when unknown. */
    'media.identify': { input: ParserSource; output: string | null }
    'sound.read': { input: ParserSource; output: SoundFacts }
    'voice.read': { input: ParserSource; output: Voice }
    /** A sound of known duration as Opus in Ogg. */
    'voice.convert': { input: ParserSource & { seconds: number }; output: Uint8Array<ArrayBuffer> }
    /** PNGs of a logo or an icon. */
    'look.draw': { input: ParserSource & { kind: PictureKind }; output: DrawnPictures }
    'picture.shrink': { input: ParserSource & SmallPictureOptions; output: SmallPicture }
  }
}

/** Limits of one task; times are about ten times what the largest valid input takes on an idle core. */
export const platformParsers = {
  'media.identify': { ms: 700, memory: 128 * mebibyte, places: 4, placesPerCompany: 2 },
  // An hour of speech, 16 MB of WebM, takes 2.4 s and 215 MB.
  'voice.read': { ms: 700, msPerMebibyte: 500, memory: 384 * mebibyte, places: 4, placesPerCompany: 2 },
  // 60 MB of MP3, whose frames are all read, take 0.7 s.
  'sound.read': { ms: 700, msPerMebibyte: 150, memory: 384 * mebibyte, places: 4, placesPerCompany: 2 },
  // 15 minutes, the longest that is converted, take 9 s and 285 MB.
  'voice.convert': { ms: 120_000, memory: 512 * mebibyte, places: 2, placesPerCompany: 1 },
  // Four PNGs of 16 million pixels.
  'look.draw': { ms: 5000, memory: 384 * mebibyte, places: 1, placesPerCompany: 1 },
  // 50 million pixels take 0.4 s and 200 MB.
  'picture.shrink': { ms: 5000, memory: 640 * mebibyte, places: 2, placesPerCompany: 1 },
} satisfies Partial<Record<ParserName, ParserLimits>>
