import type { Scope } from '../../core/scope'
import { fillCampaignText } from '../../shared/campaign/text'
import { variantsOf } from '../../shared/campaign/variants'
import { AppError } from '../../shared/errors'
import { readCampaignSettings } from '../campaign-settings/service'
import { readParts } from '../campaigns/content'
import type { TestInput } from '../campaigns/model'
import { getCampaignRow } from '../campaigns/read'
import { createOutboundMessages } from '../messages/send'
import { addressOf } from '../send-api/address'
import { contactOf } from '../send-api/send'
import { ticketForApiMessage } from '../send-api/ticket'

/**
 * Sends one variant to a number at once, as an ordinary message of its conversation. The texts are filled as for a
 * person with the sender's name. @throws ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_INCOMPLETE, ERR_WAPP_NOT_INITIALIZED,
 * ERR_WAPP_INVALID_CONTACT, ERR_WAPP_CHECK_CONTACT
 */
export async function sendTest(outer: Scope, id: number, { number: typed, variant }: TestInput) {
  const campaign = await getCampaignRow(outer, id)
  const { whatsappId } = campaign
  if (whatsappId === null) throw new AppError('ERR_CAMPAIGN_INCOMPLETE', { missing: ['whatsapp'] })
  const chosen = variantsOf(campaign).find((each) => variant === undefined || each.variant === variant)
  if (!chosen) throw new AppError('ERR_CAMPAIGN_INCOMPLETE', { missing: ['message'] })
  const connection = { companyId: outer.companyId, whatsappId }
  if (!outer.ports.whatsapp.isOpen(connection)) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
  const address = await addressOf(outer, connection, typed)
  const { variables } = await readCampaignSettings(outer)
  const { userId, name } = outer.viewer
  const text = fillCampaignText(chosen.message, { name, number: address.number, email: '' }, variables)
  const parts = await readParts(outer, campaign, { text, name })
  return outer.transaction(async (scope) => {
    const contact = await contactOf(scope, address)
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
