import type { Scope } from '../../../../core/scope'
import { inTexts, type ListParameter, listOf } from '../../../../core/storage/expressions'
import { hot } from '../../../../core/storage/tenant'
import { storeNumberAnswer } from '../../contacts/number-answers'

const day = 86_400_000
/** Time for which WhatsApp's answer about a number counts, in ms: after it the person may have another number. */
const maxAddressAge = 30 * day
/** Time for which a number counts as missing where a person waits for the answer, in ms. */
export const maxMissingAge = day

/** WhatsApp's answer about a number; `jid` is null for a number without WhatsApp. */
export interface KnownAddress {
  number: string
  jid: string | null
}

const knownAddresses = hot<{ numbers: ListParameter; since: string; missingSince: string }>()((db, p) =>
  db
    .select('whatsapp_addresses')
    .select(['number', 'jid'])
    .where('number', 'in', inTexts(p('numbers')))
    .where('checkedAt', '>=', p('since'))
    .where(({ or, eb }) => or([eb('jid', 'is not', null), eb('checkedAt', '>=', p('missingSince'))])),
)
const upsert = hot<KnownAddress & { checkedAt: string }>()((db, p) =>
  db
    .insert('whatsapp_addresses', { number: p('number'), jid: p('jid'), checkedAt: p('checkedAt') })
    .onConflict((conflict) =>
      conflict
        .columns(['companyId', 'number'])
        .doUpdateSet(({ ref }) => ({ jid: ref('excluded.jid'), checkedAt: ref('excluded.checkedAt') })),
    ),
)

/** Stored answers about these numbers, at most 30 days old; about missing numbers at most `missingAge` old. */
export function findAddresses(scope: Scope, numbers: string[], missingAge = maxAddressAge): Promise<KnownAddress[]> {
  const ago = (age: number) => new Date(Date.now() - age).toISOString()
  const since = { since: ago(maxAddressAge), missingSince: ago(missingAge) }
  return scope.db.run(knownAddresses, { numbers: listOf(numbers), ...since })
}

/** Stores WhatsApp's answers, also that a number belongs to an account with other digits. Call within a transaction. */
export async function storeAddresses(scope: Scope, answers: KnownAddress[], checkedAt = new Date().toISOString()) {
  for (const { number, jid } of answers) {
    await scope.db.run(upsert, { number, jid, checkedAt })
    if (jid !== null) await storeNumberAnswer(scope, number, jid)
  }
}
