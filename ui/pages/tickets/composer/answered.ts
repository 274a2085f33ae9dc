import i18n from 'i18next'
import type { Message } from '../../../../src/features/messages/model'
import { confirm } from '../../../components/confirm'
import { me } from '../../../lib/session'
import { plainText } from '../../../whatsapp-text/plain'
import { composerOf } from '../store/composer'
import type { Thread } from '../store/thread'

/** The newest answer of somebody else's since this one was begun. */
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

/** The server's time of the newest message, which is when an answer to it begins. */
export const newestTime = (thread: Thread) => thread.messages().at(-1)?.createdAt ?? new Date().toISOString()

/** True when nobody answered meanwhile, or the person wants to send all the same. Asked once for each such answer. */
export async function maySend(thread: Thread): Promise<boolean> {
  const { began } = composerOf(thread.ticket.peek().id)
  const other = answeredSince(thread.messages(), began.peek(), me.peek()?.id ?? 0)
  if (!other) return true
  const name = other.origin === 'phone' ? i18n.t('tickets.fromPhone') : other.senderName
  const sure = await confirm({
    title: i18n.t('composer.answeredTitle', { name }),
    text: i18n.t('composer.answeredText', { text: plainText(other.body).slice(0, 300) }),
    action: i18n.t('composer.sendAnyway'),
  })
  began.value = newestTime(thread)
  return sure
}
