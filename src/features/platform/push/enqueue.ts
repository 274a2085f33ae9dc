import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { DueStage, TargetKind } from '../../../shared/enums'

const anySubscription = hot<{}>()((db) => db.select('push_subscriptions').select('id').limit(1))

/**
 * Enqueues notifications about a customer's message, to agents concerned and not looking. Enqueues nothing when the
 * company has no subscription.
 */
export const enqueueTicketPush = (scope: Scope, messageId: number) => enqueueTicketPushes(scope, [messageId])

/** As `enqueueTicketPush`, for several messages. */
export async function enqueueTicketPushes(scope: Scope, messageIds: number[]) {
  if (messageIds.length === 0 || !(await scope.db.first(anySubscription, {}))) return
  await scope.enqueueMany(
    'push.ticket',
    messageIds.map((messageId) => ({ payload: { messageId } })),
  )
}

/** Enqueues notifications about a message in an internal chat. */
export async function enqueueChatPush(scope: Scope, chatMessageId: number) {
  if (await scope.db.first(anySubscription, {})) await scope.enqueue('push.chat', { chatMessageId })
}

/** Enqueues notifications about a note that mentions colleagues. */
export async function enqueueNotePush(scope: Scope, noteId: number) {
  if (await scope.db.first(anySubscription, {})) await scope.enqueue('push.note', { noteId })
}

/** Enqueues notifications about a missed target of a ticket, or with `stage` about one that is due soon. */
export async function enqueueTargetPush(
  scope: Scope,
  about: { ticketId: number; target: TargetKind; stage?: DueStage },
) {
  if (await scope.db.first(anySubscription, {})) await scope.enqueue('push.target', about)
}
