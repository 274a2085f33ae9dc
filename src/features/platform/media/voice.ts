import { refuseUnparsed } from '../../../core/parsers/contract'
import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import type { StoredFile } from './files'

/** Duration of a recording, and its form as Opus in Ogg unless the file is that. */
interface VoiceNote {
  seconds: number
  oggBytes: Uint8Array<ArrayBuffer> | null
}

/**
 * Returns the duration and the Ogg form of a recording; null for one that would have to be converted and is too long for
 * it.
 * @throws ERR_MEDIA_TYPE for an unreadable one, ERR_TOO_LARGE, ERR_RATE_LIMIT
 */
export async function readVoiceNote({ ports, companyId }: Scope, file: StoredFile): Promise<VoiceNote | null> {
  const { path, size } = file
  if (size > limits.voiceFile) throw new AppError('ERR_TOO_LARGE', { limit: limits.voiceFile })
  const source = { path: await ports.media.locate(path), size }
  const refuse = refuseUnparsed('ERR_MEDIA_TYPE')
  const { seconds, oggBytes, mustConvert } = await ports.parsers.run(companyId, 'voice.read', source).catch(refuse)
  if (!mustConvert || seconds < limits.voiceMinimum) return { seconds, oggBytes }
  if (seconds > limits.convertedVoice) return null
  const converted = await ports.parsers.run(companyId, 'voice.convert', { ...source, seconds }).catch(refuse)
  return { seconds, oggBytes: converted }
}
