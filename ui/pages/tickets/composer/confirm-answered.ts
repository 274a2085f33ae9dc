import i18n from 'i18next'
import type { Message } from '../../../../src/features/messages/model'
import { confirm } from '../../../components/confirm'
import { me } from '../../../lib/session'
import { plainText } from '../../../whatsapp-text/plain'
import { composerState } from '../store/composer'
import type { Thread } from '../store/thread'

/** Newest message to the customer by another person since `began`; undefined if there is none. */
export function answeredSince(messages: readonly Message[], began: string | null, userId: number) {
  if (began === null) return undefined
  return messages.findLast(
    (one) =>
      one.fromMe &&
      one.userId !== userId &&
      (one.origin === 'agent' || one.origin === 'phone') &&
      one.createdAt > began,
  )
}

/** Server time of the newest message; an answer that starts now counts as started then. */
export const newestTime = (thread: Thread) => thread.messages().at(-1)?.createdAt ?? new Date().toISOString()

/** True if no other person has answered meanwhile, or the user confirms. Asks once per answer of another person. */
export async function maySend(thread: Thread): Promise<boolean> {
  const { startedAt } = composerState(thread.ticket.peek().id)
  const other = answeredSince(thread.messages(), startedAt.peek(), me.peek()?.id ?? 0)
  if (!other) return true
  const name = other.origin === 'phone' ? i18n.t('tickets.fromPhone') : other.senderName
  const sure = await confirm({
    title: i18n.t('composer.answeredTitle', { name }),
    text: i18n.t('composer.answeredText', { text: plainText(other.body).slice(0, 300) }),
    action: i18n.t('composer.sendAnyway'),
  })
  startedAt.value = newestTime(thread)
  return sure
}
