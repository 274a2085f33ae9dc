import i18n from 'i18next'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import { confirm } from '../../../../components/confirm'
import { me } from '../../../../lib/session'
import { plainText } from '../../../../whatsapp-text/plain'
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

/** Per ticket: time of the latest answer of another person that the user was asked about. */
const lastAsked = new Map<number, string>()

/**
 * True if no other person has answered since `startedAt`, or the user confirms. Asks once per answer of another person.
 */
export async function confirmIfAnswered(
  thread: Thread,
  startedAt = composerState(thread.ticket.peek().id).startedAt.peek(),
): Promise<boolean> {
  const { id } = thread.ticket.peek()
  const answer = answeredSince(thread.messages(), startedAt, me.peek()?.id ?? 0)
  if (!answer || answer.createdAt <= (lastAsked.get(id) ?? '')) return true
  lastAsked.set(id, answer.createdAt)
  const name = answer.origin === 'phone' ? i18n.t('tickets.fromPhone') : answer.senderName
  return confirm({
    title: i18n.t('composer.answeredTitle', { name }),
    text: i18n.t('composer.answeredText', { text: plainText(answer.body).slice(0, 300) }),
    action: i18n.t('composer.sendAnyway'),
  })
}
