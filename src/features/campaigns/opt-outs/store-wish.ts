import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { optOutTexts } from '../../../shared/opt-out-texts'
import { auditLabelOf } from '../../contacts/contacts/audit-label'
import { markRecipient } from '../../contacts/opt-outs/answered-campaign'
import { findOptOut } from '../../contacts/opt-outs/read'
import { registerOptOuts, removeOptOut } from '../../contacts/opt-outs/register'
import { mayBeSent } from '../../inbox/messages/send/may-be-sent'
import { createOutboundMessages } from '../../inbox/messages/send/send'
import { fillAutomaticText } from '../../inbox/messages/send/variables'
import { recordOptOut } from '../../inbox/tickets/history/events'
import type { TicketRow } from '../../inbox/tickets/read'
import { recordAuditEntry } from '../../platform/audit/record'
import { companyLanguage } from '../../platform/company/language'
import { readSetting } from '../../platform/settings/service'
import type { CampaignWish } from './find-wish'

const setConfirmed = hot<{ number: string; now: string }>()((db, p) =>
  db
    .update('opt_outs')
    .set({ confirmedAt: p('now') })
    .where('number', '=', p('number'))
    .where('confirmedAt', 'is', null)
    .returning('id'),
)

/**
 * Changes the register by a customer's wish and confirms it once; without a valid licence, the first time after a
 * renewal that the wish is repeated. Call in the transaction that stores the message, after it; `ticket` is the ticket in which the message was stored.
 */
export async function storeCampaignWish(scope: Scope, wish: CampaignWish, ticket: TicketRow) {
  if (wish.wish === 'in') return storeReturn(scope, wish, ticket)
  const { numbers, answered, word } = wish
  const { whatsappId } = ticket
  const facts = { source: 'word', word, whatsappId, campaignId: answered?.campaignId ?? null } as const
  const entered = await registerOptOuts(scope, numbers, facts)
  if (entered.length > 0) {
    await recordOptOut(scope, ticket, 'optedOut')
    if (answered) await markRecipient(scope, answered, new Date().toISOString())
  }
  const isTold = wish.isConfirmed && (await mayBeSent(scope, 'bot'))
  if (isTold && (await confirmFirst(scope, numbers))) await sendText(scope, ticket, 'out')
}

async function storeReturn(scope: Scope, { numbers, word }: CampaignWish, ticket: TicketRow) {
  for (const number of numbers) {
    const before = await findOptOut(scope, number)
    if (!(await removeOptOut(scope, number))) continue
    await recordAuditEntry(scope, {
      action: 'delete',
      entity: 'optOut',
      entityId: before?.id ?? null,
      name: auditLabelOf({ id: ticket.contactId, name: '', number }),
      before: { source: before?.source ?? 'word', word },
    })
  }
  await recordOptOut(scope, ticket, 'optedIn')
  await sendText(scope, ticket, 'in')
}

/** True for the first confirmation of an entry: a customer who repeats the word gets no second text. */
async function confirmFirst(scope: Scope, numbers: string[]): Promise<boolean> {
  const now = new Date().toISOString()
  const confirmed = []
  for (const number of numbers) confirmed.push(await scope.db.first(setConfirmed, { number, now }))
  return confirmed.some((row) => row !== undefined)
}

/** Sends the company's own text, or the default one in its language, in the conversation. */
async function sendText(scope: Scope, ticket: TicketRow, wish: 'out' | 'in') {
  if (ticket.whatsappId === null) return
  const own = (await readSetting(scope.db, wish === 'out' ? 'optOutMessage' : 'optInMessage')).trim()
  const text = own || optOutTexts[await companyLanguage(scope)][wish]
  const body = await fillAutomaticText(scope, ticket, text)
  const draft = { body, quotedId: null, files: [], bot: 'optOut' as const }
  await createOutboundMessages(scope, ticket, draft, { origin: 'bot', userId: null, senderName: '' })
}
