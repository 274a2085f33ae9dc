import type { Scope } from '../../core/scope'
import { untilOpen } from '../../whatsapp/open-connection'

/** Has a received file fetched later, when its connection is open. */
export const askForMedia = (scope: Scope, messageId: number, whatsappId: number) =>
  scope.enqueue('media.fetch', { messageId }, { waitsFor: untilOpen(scope, whatsappId) })
