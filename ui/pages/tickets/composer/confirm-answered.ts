import i18n from 'i18next'
import type { Message } from '../../../../src/features/messages/model'
import { confirm } from '../../../components/confirm'
import { me } from '../../../lib/session'
import { plainText } from '../../../whatsapp-text/plain'
import { composerState } from '../store/composer'
import type { Thread } from '../store/thread'

/** Newest message to the customer by another person since `startedAt`; undefined if there is none. */
export function answeredSince(messages: readonly Message[], startedAt: string | null, userId: number) {
  if (startedAt === null) return undefined
  return messages.findLast(
    (message) =>
      message.fromMe &&
      message.userId !== userId &&
      (message.origin === 'agent' || message.origin === 'phone') &&
      message.createdAt > startedAt,
  )
}

/** Server time of the newest message; an answer that starts now counts as started then. */
export const newestMessageTime = (thread: Thread) => thread.messages().at(-1)?.createdAt ?? new Date().toISOString()

/** True if no other person has answered meanwhile, or the user confirms. Asks once per answer of another person. */
export async function confirmIfAnswered(thread: Thread): Promise<boolean> {
  const { startedAt } = composerState(thread.ticket.peek().id)
  const answer = answeredSince(thread.messages(), startedAt.peek(), me.peek()?.id ?? 0)
  if (!answer) return true
  const name = answer.origin === 'phone' ? i18n.t('tickets.fromPhone') : answer.senderName
  const isConfirmed = await confirm({
    title: i18n.t('composer.answeredTitle', { name }),
    text: i18n.t('composer.answeredText', { text: plainText(answer.body).slice(0, 300) }),
    action: i18n.t('composer.sendAnyway'),
  })
  startedAt.value = newestMessageTime(thread)
  return isConfirmed
}
