import i18n from 'i18next'
import { asFailure } from '../../../lib/failure'

/** What the server tells of a live ticket that stands in the way: ERR_OTHER_OPEN_TICKET { ticket }. */
export interface OtherTicket {
  uuid: string
  user: { id: number; name: string } | null
  queue: { id: number; name: string } | null
  /** Named where several contacts were asked for. */
  contact?: { id: number; name: string }
}

/** The ticket in the way, if that is why something was refused. */
export function otherOpen(thrown: unknown): OtherTicket | undefined {
  const { code, detail } = asFailure(thrown)
  return code === 'ERR_OTHER_OPEN_TICKET' ? (detail.ticket as OtherTicket | undefined) : undefined
}

/** Whose it is and in which queue (specification §8). */
export function otherOpenText({ user, queue }: OtherTicket): string {
  const held = user ? i18n.t('tickets.otherOpen', { name: user.name }) : i18n.t('tickets.otherOpenNobody')
  return inQueue(held, queue)
}

/** Of many who were to get a message: who stopped it for all, and whose they are. */
export function heldText({ user, queue, contact }: OtherTicket): string {
  const who = { contact: contact?.name ?? '', name: user?.name ?? '' }
  const held = user ? i18n.t('conversation.forwardHeld', who) : i18n.t('conversation.forwardWaiting', who)
  return `${inQueue(held, queue)} ${i18n.t('conversation.forwardNone')}`
}

const inQueue = (text: string, queue: OtherTicket['queue']) =>
  queue ? `${text} ${i18n.t('inbox.inQueue', { name: queue.name })}` : text
