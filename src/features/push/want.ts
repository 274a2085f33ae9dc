import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'

const anybody = hot<{}>()((db) => db.select('push_subscriptions').select('id').limit(1))

/** A customer wrote: those whom it concerns and who are not looking will be told. Costs nothing where nobody asked. */
export async function wantTicketPush(scope: Scope, messageId: number) {
  if (await scope.db.first(anybody, {})) await scope.enqueue('push.ticket', { messageId })
}

/** A colleague wrote in an internal chat. */
export async function wantChatPush(scope: Scope, chatMessageId: number) {
  if (await scope.db.first(anybody, {})) await scope.enqueue('push.chat', { chatMessageId })
}

/** A note names colleagues. */
export async function wantNotePush(scope: Scope, noteId: number) {
  if (await scope.db.first(anybody, {})) await scope.enqueue('push.note', { noteId })
}
