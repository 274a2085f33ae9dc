import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { CustomerMessage } from '../programs/program'

const downloadedFile = hot<{ id: number }>()((db, p) =>
  db.select('messages').select('mediaId').where('id', '=', p('id')).where('mediaStatus', '<>', 'pending'),
)
/** Attempts and pause in ms until a file is downloaded; later the message is used without its address. */
const [fileAttempts, filePause] = [10, 500]
const fileTypes = ['image', 'audio', 'video', 'application', 'sticker']

/** Signed address of the file of a customer's message, valid for a day; null for one without a file. */
export async function customerFileUrl(
  { db, ports, companyId }: Scope,
  message: CustomerMessage,
): Promise<string | null> {
  const mediaId = await waitForFile(db, message)
  return mediaId && ports.publicUrl + ports.media.links.forProgram(companyId, mediaId)
}

async function waitForFile(db: Scope['db'], { id, mediaId, mediaType }: CustomerMessage): Promise<string | null> {
  if (mediaId !== null || !fileTypes.includes(mediaType)) return mediaId
  for (let attempt = 0; attempt < fileAttempts; attempt++) {
    const row = await db.first(downloadedFile, { id })
    if (row) return row.mediaId
    await Bun.sleep(filePause)
  }
  return null
}
