import { refuseUnparsed } from '../../core/parsers/contract'
import type { Scope } from '../../core/scope'
import { AppError } from '../../shared/errors'
import { limits } from '../../shared/limits'
import type { StoredFile } from './files'
import type { Voice } from './voice-parser'

/**
 * Returns the duration and the Ogg form of a recording.
 * @throws ERR_MEDIA_TYPE for an unreadable one, ERR_TOO_LARGE, ERR_RATE_LIMIT
 */
export async function readVoiceNote({ ports, companyId }: Scope, { path, size }: StoredFile): Promise<Voice> {
  if (size > limits.voiceFile) throw new AppError('ERR_TOO_LARGE', { limit: limits.voiceFile })
  const source = { path: ports.media.absolute(path), size }
  return ports.parsers.run(companyId, 'voice.read', source).catch(refuseUnparsed('ERR_MEDIA_TYPE'))
}
