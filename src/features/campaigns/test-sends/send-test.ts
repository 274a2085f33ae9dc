import type { Scope } from '../../../core/scope'
import { fillCampaignText } from '../../../shared/campaign/text'
import { variantsOf } from '../../../shared/campaign/variants'
import { AppError } from '../../../shared/errors'
import { canonicalNumber } from '../../../shared/phone/forms'
import { addressOf, type CustomerAddress } from '../../api/send-api/address'
import { contactOf } from '../../api/send-api/send'
import { ticketForApiMessage } from '../../api/send-api/ticket'
import { getContactRow, numbersOf } from '../../contacts/contacts/read'
import { optedOutAmong } from '../../contacts/opt-outs/among'
import { createOutboundMessages } from '../../inbox/messages/send/send'
import { readCampaignSettings } from '../../numbers/pace/campaign-settings'
import { readParts } from '../campaign/content'
import type { TestInput } from '../campaign/model'
import { getCampaignRow } from '../campaign/read'

/**
 * Sends one variant to a number at once, as an ordinary message of its conversation. The texts are filled as for a
 * person with the sender's name. @throws ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_INCOMPLETE, ERR_WAPP_NOT_INITIALIZED,
 * ERR_WAPP_INVALID_CONTACT, ERR_WAPP_CHECK_CONTACT, ERR_OPTED_OUT
 */
export async function sendTest(outer: Scope, id: number, { number: typed, variant }: TestInput) {
  const campaign = await getCampaignRow(outer, id)
  const { whatsappId } = campaign
  if (whatsappId === null) throw new AppError('ERR_CAMPAIGN_INCOMPLETE', { missing: ['whatsapp'] })
  const chosenVariant = variantsOf(campaign).find((each) => variant === undefined || each.variant === variant)
  if (!chosenVariant) throw new AppError('ERR_CAMPAIGN_INCOMPLETE', { missing: ['message'] })
  const connection = { companyId: outer.companyId, whatsappId }
  if (!outer.ports.whatsapp.isOpen(connection)) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
  const address = await addressOf(outer, connection, typed)
  const { variables } = await readCampaignSettings(outer)
  const { userId, name } = outer.viewer
  const text = fillCampaignText(chosenVariant.message, { name, number: address.number, email: '' }, variables)
  const parts = await readParts(outer, campaign, { text, name })
  return outer.transaction(async (scope) => {
    const contact = await contactOf(scope, address)
    await assertNotOptedOut(scope, address, contact.id)
    const ticket = await ticketForApiMessage(scope, { contactId: contact.id, whatsappId }, null)
    for (const { body, file } of parts)
      await createOutboundMessages(
        scope,
        ticket,
        { body, quotedId: null, files: file ? [file] : [] },
        { origin: 'campaign', userId, senderName: name },
      )
    return { ticketId: ticket.id }
  })
}

/** Asks the register for all numbers of the person. @throws ERR_OPTED_OUT */
async function assertNotOptedOut(scope: Scope, { number, jid }: CustomerAddress, contactId: number) {
  const contact = await getContactRow(scope, contactId)
  const numbers = [number, numberOfJid(jid), ...numbersOf(contact)].filter((each) => each !== null)
  if ((await optedOutAmong(scope, numbers)).size > 0) throw new AppError('ERR_OPTED_OUT')
}

/** Canonical digits of a WhatsApp address by number; null for one by hidden identity. */
function numberOfJid(jid: string): string | null {
  const digits = /^(\d+)@s\.whatsapp\.net$/.exec(jid)?.[1]
  return digits === undefined ? null : canonicalNumber(digits)
}
