import type { Scope } from '../../../core/scope'
import { overConnection } from '../../../whatsapp/open-connection'
import { allocateFile, registerFile, storeWrittenFile } from './files'

const maxBytes = 2 * 1024 * 1024

interface PictureRequest {
  whatsappId: number
  /** Owner of the picture. */
  jid: string
  /** Runs in the transaction that inserts the file's row. */
  use(scope: Scope, mediaId: string): Promise<void>
}

/** Stores a copy of a contact's WhatsApp profile picture, if there is one. */
export async function savePicture(scope: Scope, { whatsappId, jid, use }: PictureRequest) {
  const target = await allocateFile(scope)
  try {
    const { whatsapp } = scope.ports
    const isThere = await overConnection(scope, whatsappId, (open) =>
      whatsapp.downloadPicture(open, jid, target.absolute, maxBytes),
    )
    if (!isThere) return
    const file = await storeWrittenFile(scope, target, 'picture')
    if (!/^image\/(jpeg|png|webp)$/.test(file.mime)) throw new Error(`a picture turned out to be ${file.mime}`)
    await scope.transaction(async (scope) => {
      await registerFile(scope, file)
      await use(scope, file.id)
    })
  } catch (error) {
    await scope.ports.media.remove(target.path)
    throw error
  }
}
