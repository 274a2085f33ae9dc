/**
 * Table of sounds by container and codec: which sounds phones play, and which become a voice note (docs/adr/0111). The
 * recorder of the interface and the server read it.
 */
interface Sound {
  container: Container
  codec: string
  /** Media type under which phones play it; null: it is sent as a document. */
  played: string | null
  /** How it becomes a voice note, which is Opus in Ogg: kept, repacked without decoding, or converted; null: not at all. */
  voice: 'kept' | 'repacked' | 'converted' | null
  /** Media type under which `MediaRecorder` of a browser records it, and the ending of the file. */
  recorded?: { mime: string; ending: string }
}

/** Containers as they are read from the bytes. */
type Container = 'ogg' | 'webm' | 'mp4' | 'mp3' | 'adts' | 'wav' | 'amr'

/** Media type of a voice note. */
export const voiceMime = 'audio/ogg; codecs=opus'

/** In the order in which a recorder prefers them. */
export const sounds: Sound[] = [
  {
    ...{ container: 'ogg', codec: 'opus', played: voiceMime, voice: 'kept' },
    recorded: { mime: 'audio/ogg;codecs=opus', ending: 'ogg' },
  },
  {
    ...{ container: 'webm', codec: 'opus', played: null, voice: 'repacked' },
    recorded: { mime: 'audio/webm;codecs=opus', ending: 'webm' },
  },
  {
    ...{ container: 'mp4', codec: 'opus', played: null, voice: 'repacked' },
    recorded: { mime: 'audio/mp4;codecs=opus', ending: 'm4a' },
  },
  {
    ...{ container: 'mp4', codec: 'aac', played: 'audio/mp4', voice: 'converted' },
    recorded: { mime: 'audio/mp4', ending: 'm4a' },
  },
  { container: 'adts', codec: 'aac', played: 'audio/aac', voice: 'converted' },
  { container: 'mp3', codec: 'mp3', played: 'audio/mpeg', voice: 'converted' },
  { container: 'wav', codec: 'pcm-s16', played: null, voice: 'converted' },
  { container: 'wav', codec: 'pcm-f32', played: null, voice: 'converted' },
  { container: 'amr', codec: 'amr', played: 'audio/amr', voice: null },
]

/** The row of a sound; undefined for one that is a document and no voice note. */
export const soundOf = ({ container, codec }: { container: string; codec: string | null }): Sound | undefined =>
  sounds.find((each) => each.container === container && each.codec === codec)

/** Types under which browsers name files that phones play; the bytes decide later. */
const playedTypes = /^audio\/(ogg|opus|mp4|m4a|x-m4a|aac|mpeg|mp3|amr)(;|$)/
export const isPlayedType = (type: string) => playedTypes.test(type)

/** Media types that a browser may record, in order of preference. */
export const recordedSounds = sounds.flatMap(({ recorded }) => recorded ?? [])
