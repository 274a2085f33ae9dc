import type { Scope } from '../../../core/scope'
import { untilOpen } from '../../../whatsapp/open-connection'

/** Enqueues the download of a received file, which waits until the connection is open. */
export const enqueueMediaDownload = (scope: Scope, messageId: number, whatsappId: number) =>
  scope.enqueue('media.fetch', { messageId }, { waitsFor: untilOpen(scope, whatsappId) })
