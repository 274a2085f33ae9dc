import type { Scope } from '../../../../core/scope'
import type { MediaType } from '../../../../shared/enums'
import { AppError } from '../../../../shared/errors'
import { hidesNumbers } from '../../../contacts/contacts/hidden-numbers'
import { getContactRow } from '../../../contacts/contacts/read'
import type { MessageDetail, NewMessage } from '../model'

/** A location or a contact to send, as the bubble of a received one. */
export interface Card {
  mediaType: MediaType
  body: string
  detail: MessageDetail
}

/**
 * Returns the card of a request, or null. @throws ERR_VALIDATION beside a text or files, and for a group or a contact
 * without a number; ERR_NO_CONTACT_FOUND; ERR_NO_PERMISSION for a contact without the right to its number (ADR 0194)
 */
export async function cardOf(scope: Scope, input: NewMessage): Promise<Card | null> {
  const { location, contactId } = input
  if (!location && contactId === undefined) return null
  const hasMore = input.body || input.medias?.length || input.mediaIds?.length || (location && contactId !== undefined)
  if (hasMore) throw new AppError('ERR_VALIDATION', { fields: [location ? 'location' : 'contactId'] })
  return location ? locationCard(location) : contactCard(scope, contactId as number)
}

/** The body is `link|lat, lng`, as of a received location (whatsapp/content.ts). */
export function locationCard({ latitude, longitude, address }: NonNullable<NewMessage['location']>): Card {
  const link = `https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17&hl=pt-BR`
  const name = address?.trim()
  return {
    mediaType: 'locationMessage',
    body: `${link}|${latitude}, ${longitude}`,
    detail: { latitude, longitude, ...(name && { address: name }) },
  }
}

async function contactCard(scope: Scope, contactId: number): Promise<Card> {
  if (hidesNumbers(scope.actor)) throw new AppError('ERR_NO_PERMISSION')
  const { name, number, isGroup } = await getContactRow(scope, contactId)
  if (isGroup === 1 || number === null) throw new AppError('ERR_VALIDATION', { fields: ['contactId'] })
  return { mediaType: 'contactMessage', body: name, detail: { contacts: [{ name, numbers: [`+${number}`] }] } }
}
