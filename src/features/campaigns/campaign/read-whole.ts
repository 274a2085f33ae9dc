import type { Scope } from '../../../core/scope'
import { limits } from '../../../shared/limits'
import type { Campaign, WholeCampaign } from './model'
import { getCampaign } from './read'

const max = limits.campaignRows

/** A campaign with the first 1,000 of its recipients and of its list's people. @throws ERR_NO_CAMPAIGN_FOUND */
export async function getWholeCampaign(scope: Scope, id: number): Promise<WholeCampaign> {
  const campaign = await getCampaign(scope, id)
  const rows = await scope.db.executeAside(
    scope.db
      .select('campaign_recipients')
      .select(['id', 'number', 'name', 'text as message', 'state', 'sentAt', 'deliveredAt', 'readAt'])
      .where('campaignId', '=', id)
      .where('step', '=', 0)
      .orderBy('id')
      .limit(max + 1),
  )
  const contactList = await listWithContacts(scope, campaign)
  return { ...campaign, contactList, shipping: rows.slice(0, max), hasMoreShipping: rows.length > max }
}

async function listWithContacts({ db }: Scope, { contactList }: Campaign): Promise<WholeCampaign['contactList']> {
  if (!contactList) return null
  const rows = await db.executeAside(
    db
      .select('contact_list_items')
      .select(['id', 'name', 'number', 'email', 'validity'])
      .where('contactListId', '=', contactList.id)
      .orderBy('id')
      .limit(max + 1),
  )
  const contacts = rows.slice(0, max).map(({ validity, ...row }) => ({
    ...row,
    isWhatsappValid: validity === 'valid' || (validity === 'invalid' ? false : null),
  }))
  return { ...contactList, contacts, hasMoreContacts: rows.length > max }
}
