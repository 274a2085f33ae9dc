import { hot } from '../../../core/storage/tenant'

/** Stores a recipient of one message of a campaign to whom nothing has left; does nothing if the recipient exists. */
export const insertRecipient = hot<{
  campaignId: number
  step: number
  number: string
  name: string
  jid: string
  variant: number
  text: string
  state: 'pending' | 'suppressed'
  reason: string | null
  dueAt: string
}>()((db, p) =>
  db
    .insert('campaign_recipients', {
      campaignId: p('campaignId'),
      step: p('step'),
      number: p('number'),
      name: p('name'),
      jid: p('jid'),
      variant: p('variant'),
      text: p('text'),
      state: p('state'),
      reason: p('reason'),
      dueAt: p('dueAt'),
      sentAt: null,
      deliveredAt: null,
      readAt: null,
      answeredAt: null,
      optedOutAt: null,
      ticketId: null,
    })
    .onConflict((existing) => existing.columns(['companyId', 'campaignId', 'step', 'number']).doNothing()),
)
