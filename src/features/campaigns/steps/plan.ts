import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { fillCampaignText } from '../../../shared/campaign/text'
import { parseJson } from '../../../shared/json'
import { limits } from '../../../shared/limits'
import { cutText } from '../../../shared/text'
import { readCampaignSettings } from '../../numbers/pace/campaign-settings'
import { variablesOfList } from '../recipients/people'
import { insertRecipient } from './insert-recipient'
import { findStep } from './rows'

const hourMs = 3_600_000

/** Recipient who got a message of a campaign. */
interface ReachedRecipient {
  step: number
  number: string
  name: string
  jid: string
}

const answered = hot<{ campaignId: number; number: string }>()((db, p) =>
  db
    .select('campaign_recipients')
    .select('id')
    .where('campaignId', '=', p('campaignId'))
    .where('number', '=', p('number'))
    .where(({ eb, or }) => or([eb('answeredAt', 'is not', null), eb('optedOutAt', 'is not', null)]))
    .limit(1),
)
const emailOf = hot<{ number: string }>()((db, p) =>
  db.select('contacts').select('email').where('number', '=', p('number')).where('isGroup', '=', 0),
)
const listEmailOf = hot<{ campaignId: number; number: string }>()((db, p) =>
  db
    .select('contact_list_items')
    .innerJoin('campaigns', (join) =>
      join
        .onRef('campaigns.contactListId', '=', 'contact_list_items.contactListId')
        .onRef('campaigns.companyId', '=', 'contact_list_items.companyId'),
    )
    .select(['contact_list_items.email', 'contact_list_items.variables', 'contact_list_items.contactListId'])
    .where('campaigns.id', '=', p('campaignId'))
    .where('contact_list_items.number', '=', p('number')),
)

/** E-mail of a person and, for a list, the values of its columns. */
async function valuesOf(scope: Scope, campaignId: number, number: string) {
  const item = await scope.db.first(listEmailOf, { campaignId, number })
  if (!item) return { email: (await scope.db.first(emailOf, { number }))?.email ?? '' }
  const { email, variables, contactListId } = item
  return {
    email,
    variables: {
      ...(await variablesOfList(scope, contactListId)),
      ...(parseJson(variables) as Record<string, string>),
    },
  }
}

/**
 * Plans the campaign's next message to a person who got one at `sentAt`: once, with its text filled. The last message has no
 * successor, nor has a message that the person answered meanwhile. Call in the transaction that stores the sending.
 */
export async function planNextStep(scope: Scope, campaignId: number, reached: ReachedRecipient, sentAt: string) {
  const { number, name, jid } = reached
  const next = await findStep(scope, campaignId, reached.step + 1)
  if (!next || (await scope.db.first(answered, { campaignId, number }))) return
  const { variables } = await readCampaignSettings(scope)
  const person = { name, number, ...(await valuesOf(scope, campaignId, number)) }
  const filled = fillCampaignText(next.message, person, variables)
  const dueAt = new Date(Date.parse(sentAt) + next.afterHours * hourMs).toISOString()
  const text = cutText(filled, limits.messageBody.max)
  const first = { variant: 1, state: 'pending', reason: null } as const
  await scope.db.run(insertRecipient, { campaignId, step: next.position, number, name, jid, ...first, text, dueAt })
}
