import type { TenantDb } from '../src/core/storage/tenant'
import type { CampaignStatus, RecipientState } from '../src/shared/enums'

interface CampaignRow {
  name?: string
  status?: CampaignStatus
  whatsappId?: number | null
}

/** Inserts a campaign and returns its id. */
export const insertCampaign = (
  db: TenantDb,
  { name = 'Natal', status = 'EM_ANDAMENTO', whatsappId = null }: CampaignRow = {},
) =>
  db.transaction(async (tx) => {
    const links = { whatsappId, contactListId: null, tagId: null, fileListId: null, mediaId: null, userId: null }
    const times = { scheduledAt: null, startedAt: new Date().toISOString(), completedAt: null }
    const texts = { message1: 'Promoção!', basis: 'customers', reason: null } as const
    const row = { name, searchText: name.toLowerCase(), status, ...links, ...times, ...texts }
    return (await tx.insert('campaigns', row).returning('id').executeTakeFirstOrThrow()).id
  })

interface RecipientRow {
  campaignId: number
  number: string
  state?: RecipientState
  sentAt?: string | null
  step?: number
  name?: string
}

/** Inserts a recipient of a campaign and returns its id; by default the message was sent a minute ago. */
export const insertRecipient = (
  db: TenantDb,
  { campaignId, number, name = 'Maria', state = 'sent', ...rest }: RecipientRow,
) =>
  db.transaction(async (tx) => {
    const { sentAt = state === 'sent' ? minutesAgo(1) : null, step = 0 } = rest
    const times = { dueAt: minutesAgo(2), sentAt, deliveredAt: null, readAt: null, answeredAt: null, optedOutAt: null }
    const text = { variant: 1, text: 'Promoção!', jid: `${number}@s.whatsapp.net`, reason: null, ticketId: null }
    const row = { campaignId, number, name, state, step, ...times, ...text }
    return (await tx.insert('campaign_recipients', row).returning('id').executeTakeFirstOrThrow()).id
  })

/** Time before now in UTC ISO. */
export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
