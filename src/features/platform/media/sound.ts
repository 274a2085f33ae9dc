import { ParseFailure } from '../../../core/parsers/contract'
import type { Scope } from '../../../core/scope'
import type { StoredFile } from './files'
import type { SoundFacts } from './sound-parser'

/** Container, codec and duration of a stored file. A file that cannot be read has none. @throws ERR_RATE_LIMIT */
export async function readSound({ ports, companyId }: Scope, { path, size }: StoredFile): Promise<SoundFacts> {
  const source = { path: await ports.media.locate(path), size }
  try {
    return await ports.parsers.run(companyId, 'sound.read', source)
  } catch (error) {
    if (error instanceof ParseFailure) return { container: '', codec: null, seconds: null, hasPicture: false }
    throw error
  }
}
