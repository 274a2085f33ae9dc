import { BlobSource, Input, type InputAudioTrack } from 'mediabunny'
import { blobOf, type ParserSource } from '../../../core/parsers/contract'
import { secondsOfAmr } from './sound-parser/amr'
import { containerOf, maxSeconds, soundFormats } from './sound-parser/formats'

/** Container, codec and duration of a file with sound, by its bytes. */
export interface SoundFacts {
  /** Name of `shared/sound.ts`; empty for another container. */
  container: string
  /** Codec of the first sound; null for one that is unknown. */
  codec: string | null
  /** Null when it cannot be read. */
  seconds: number | null
  hasPicture: boolean
}

/** AMR is read whole: an hour has 5.8 MB. */
const maxAmr = 16 * 1024 * 1024

const unknown: SoundFacts = { container: '', codec: null, seconds: null, hasPicture: false }

/** Reads container, codec and duration of a file. Runs in a parser worker. A file that cannot be read is unknown. */
export async function readSound(source: ParserSource): Promise<SoundFacts> {
  const blob = blobOf(source)
  const start = await blob.slice(0, 9).text()
  if (start.startsWith('#!AMR')) {
    const seconds = secondsOfAmr(await blob.slice(0, maxAmr).bytes())
    return { container: 'amr', codec: 'amr', seconds, hasPicture: false }
  }
  const input = new Input({ source: new BlobSource(blob), formats: soundFormats })
  try {
    return await factsOf(input)
  } catch {
    return unknown
  } finally {
    input.dispose()
  }
}

async function factsOf(input: Input): Promise<SoundFacts> {
  const container = containerOf(await input.getFormat())
  const track = await input.getPrimaryAudioTrack()
  const picture = await input.getPrimaryVideoTrack()
  const seconds = await secondsOf(input, track)
  return { container, codec: track?.codec ?? null, seconds, hasPicture: picture !== null }
}

/** Fragmented files of recorders state no duration; it is read from their last packet. */
async function secondsOf(input: Input, track: InputAudioTrack | null): Promise<number | null> {
  try {
    const seconds = await input.computeDuration()
    const first = (await track?.getFirstTimestamp()) ?? 0
    const played = seconds - Math.max(0, first)
    return played > 0 && played <= maxSeconds ? played : null
  } catch {
    return null
  }
}
