import i18n from 'i18next'
import { asFailure } from '../../../lib/failure'

/** Existing open ticket of a contact, from the error ERR_OTHER_OPEN_TICKET { ticket }. */
export interface OtherTicket {
  uuid: string
  user: { id: number; name: string } | null
  queue: { id: number; name: string } | null
  /** Given if the request named several contacts. */
  contact?: { id: number; name: string }
}

/** The existing ticket, if it is the reason for the error. */
export function otherOpen(thrown: unknown): OtherTicket | undefined {
  const { code, detail } = asFailure(thrown)
  return code === 'ERR_OTHER_OPEN_TICKET' ? (detail.ticket as OtherTicket | undefined) : undefined
}

/** Agent and queue of the existing ticket (specification §8). */
export function otherOpenText({ user, queue }: OtherTicket): string {
  const held = user ? i18n.t('tickets.otherOpen', { name: user.name }) : i18n.t('tickets.otherOpenNobody')
  return inQueue(held, queue)
}

/** Reason why forwarding to several contacts failed for all of them. */
export function heldText({ user, queue, contact }: OtherTicket): string {
  const who = { contact: contact?.name ?? '', name: user?.name ?? '' }
  const held = user ? i18n.t('conversation.forwardHeld', who) : i18n.t('conversation.forwardWaiting', who)
  return `${inQueue(held, queue)} ${i18n.t('conversation.forwardNone')}`
}

const inQueue = (text: string, queue: OtherTicket['queue']) =>
  queue ? `${text} ${i18n.t('inbox.inQueue', { name: queue.name })}` : text
