import type { Scope } from '../core/scope'
import type { SeededIds } from './conversations'

const hourMs = 3_600_000
/** Entries of the register, newest last: index of the contact, and age in hours. */
const entries = [
  { contact: 8, hoursAgo: 190, source: 'person', word: '', reason: 'Pediu por telefone' },
  { contact: 5, hoursAgo: 146, source: 'word', word: 'parar', reason: '' },
  { contact: 2, hoursAgo: 98, source: 'word', word: 'sair', reason: '' },
] as const

/** Inserts people who want no campaigns. */
export async function insertOptOuts(scope: Scope, { userIds }: Pick<SeededIds, 'userIds'>, now: Date) {
  const contacts = await scope.db
    .select('contacts')
    .select('number')
    .where('isGroup', '=', 0)
    .where('number', 'is not', null)
    .orderBy('id')
    .execute()
  for (const { contact, hoursAgo, source, word, reason } of entries) {
    const number = contacts[contact]?.number
    if (!number) continue
    const at = new Date(now.getTime() - hoursAgo * hourMs).toISOString()
    const userId = source === 'person' ? (Object.values(userIds)[0] ?? null) : null
    const confirmedAt = source === 'word' ? at : null
    const facts = { number, source, word, reason, at, userId, confirmedAt, whatsappId: null, campaignId: null }
    await scope.db.insert('opt_outs', facts).execute()
  }
}
