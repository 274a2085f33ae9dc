import i18n from 'i18next'
import { asFailure } from '../../../../lib/failure'

/** Existing open ticket of a contact, from the error ERR_OTHER_OPEN_TICKET { ticket }. */
interface OtherTicket {
  uuid: string
  user: { id: number; name: string } | null
  queue: { id: number; name: string } | null
  /** Given if the request named several contacts. */
  contact?: { id: number; name: string }
}

/** The existing ticket, if it is the reason for the error. */
export function otherOpenTicket(thrown: unknown): OtherTicket | undefined {
  const { code, detail } = asFailure(thrown)
  return code === 'ERR_OTHER_OPEN_TICKET' ? (detail.ticket as OtherTicket | undefined) : undefined
}

/** Agent and queue of the existing ticket. */
export function otherOpenText({ user, queue }: OtherTicket): string {
  const text = user ? i18n.t('tickets.otherOpen', { name: user.name }) : i18n.t('tickets.otherOpenNobody')
  return withQueue(text, queue)
}

/** Reason why forwarding to several contacts failed for all of them. */
export function forwardRefusalText({ user, queue, contact }: OtherTicket): string {
  const names = { contact: contact?.name ?? '', name: user?.name ?? '' }
  const text = user ? i18n.t('conversation.forwardHeld', names) : i18n.t('conversation.forwardWaiting', names)
  return `${withQueue(text, queue)} ${i18n.t('conversation.forwardNone')}`
}

const withQueue = (text: string, queue: OtherTicket['queue']) =>
  queue ? `${text} ${i18n.t('inbox.inQueue', { name: queue.name })}` : text
