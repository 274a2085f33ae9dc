import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { BotVoice } from '../../../shared/bot/turn-model'
import { parseJson } from '../../../shared/json'
import { type OptOutWord, optOutWordOf, ownWords } from '../../../shared/opt-out-words'
import type { InboundMessage } from '../../../whatsapp/received'
import { robotExpects } from '../../automation/bot/expects-word'
import { type ContactRow, numbersOf } from '../../contacts/contacts/read'
import { isOptedOut } from '../../contacts/opt-outs/among'
import { type CampaignMessage, findCampaignMessage } from '../../contacts/opt-outs/answered-campaign'
import { findLiveTicket } from '../../inbox/tickets/find'
import type { TicketRow } from '../../inbox/tickets/read'
import { isEnabled, readSetting } from '../../platform/settings/service'

/** A customer's wish to receive no more campaigns, or to receive them again. */
export interface CampaignWish extends OptOutWord {
  /** All numbers of the contact. */
  numbers: string[]
  /** Message of a campaign that the word answers. */
  answered: CampaignMessage | undefined
  /** The contact's live ticket. */
  ticket: TicketRow | undefined
  /** False in a conversation with an agent, who answers. */
  isConfirmed: boolean
}

/**
 * Returns the wish that a customer's message expresses, or null for any other message, also for a word that belongs to
 * a conversation (ADR 0051). `ownWords` reads the company's words; called once per batch, and only for short texts.
 */
export async function findCampaignWish(
  scope: Scope,
  {
    contact,
    whatsappId,
    ownWords,
  }: { contact: ContactRow; whatsappId: number; ownWords: () => Promise<readonly string[]> },
  item: InboundMessage,
): Promise<CampaignWish | null> {
  const word = mayBeWord(item) ? optOutWordOf(item.body, await ownWords()) : null
  const numbers = numbersOf(contact)
  if (!word || numbers.length === 0) return null
  const ticket = await findLiveTicket(scope, { contactId: contact.id, whatsappId })
  if (word.wish === 'in') return findReturn(scope, word, numbers, ticket)
  const answered = await findCampaignMessage(scope, numbers, item.at)
  if (!answered && !(await isEnabled(scope.db, 'optOutFromAnybody'))) return null
  const isDirect =
    ticket === undefined || (answered !== undefined && !(await hasSpokenSince(scope, ticket, answered.at)))
  if (!isDirect && !word.isPlain && (await robotExpects(scope, ticket, item.body))) return null
  return { ...word, numbers, answered, ticket, isConfirmed: isDirect || ticket.status !== 'open' }
}

/** True for a short text; most messages are none. */
export const mayBeWord = ({ mediaType, stub, body }: InboundMessage) =>
  mediaType === 'chat' && !stub && body.length <= 80

/**
 * A return counts outside of conversations, and right after the text that proposes it: elsewhere "voltar" is a word for
 * menus.
 */
async function findReturn(scope: Scope, word: OptOutWord, numbers: string[], ticket: TicketRow | undefined) {
  if (ticket && !(await isAnsweringConfirmation(scope, ticket))) return null
  if (!(await isOptedOut(scope, numbers[0] as string))) return null
  return { ...word, numbers, answered: undefined, ticket, isConfirmed: true }
}

/** True while the confirmation of an opt-out is the company's last message in a ticket without an agent. */
async function isAnsweringConfirmation(scope: Scope, { id: ticketId, status }: TicketRow): Promise<boolean> {
  if (status !== 'pending') return false
  const { detail } = (await scope.db.first(newestOwn, { ticketId })) ?? {}
  const voice = detail ? parseJson<{ bot?: BotVoice }>(detail).bot : undefined
  return voice === 'optOut'
}

/** The company's words; most companies have none. */
export const readOwnWords = async (scope: Scope) => ownWords(await readSetting(scope.db, 'optOutWords'))

const newestOwn = hot<{ ticketId: number }>()((db, p) =>
  db
    .select('messages')
    .select(['createdAt', 'detail'])
    .where('ticketId', '=', p('ticketId'))
    .where('fromMe', '=', 1)
    .where('origin', '<>', 'campaign')
    .orderBy('id', 'desc')
    .limit(1),
)

/** True when the company wrote in the conversation after the campaign's message. */
async function hasSpokenSince(scope: Scope, { id: ticketId }: TicketRow, at: string): Promise<boolean> {
  const row = await scope.db.first(newestOwn, { ticketId })
  return row !== undefined && row.createdAt > at
}
