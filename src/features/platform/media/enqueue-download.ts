import type { Scope } from '../../../core/scope'
import { untilOpen } from '../../../whatsapp/open-connection'

/** Enqueues the download of a received file, which waits until the connection is open. */
export const enqueueMediaDownload = (scope: Scope, messageId: number, whatsappId: number) =>
  enqueueMediaDownloads(scope, [messageId], whatsappId)

/** As `enqueueMediaDownload` for the files of several messages. */
export const enqueueMediaDownloads = (scope: Scope, messageIds: number[], whatsappId: number) =>
  scope.enqueueMany(
    'media.fetch',
    messageIds.map((messageId) => ({ payload: { messageId } })),
    { waitsFor: untilOpen(scope, whatsappId) },
  )
