import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { zoneOrDefault } from '../../core/time'
import { invalidOptionText } from '../../shared/bot/texts'
import type { Values } from '../../shared/flow/render'
import type { World } from '../../shared/flow/run'
import { valuesOf } from '../../shared/variables'
import { readSetting } from '../settings/service'

const facts = hot<{ id: number }>()((db, p) =>
  db
    .select('tickets')
    .innerJoin('contacts', 'contacts.id', 'tickets.contactId')
    .innerJoin('companies', 'companies.id', 'tickets.companyId')
    .select(['tickets.id', 'tickets.createdAt', 'contacts.name', 'contacts.number', 'contacts.email'])
    .select(['companies.timeZone', 'companies.language'])
    .where('tickets.id', '=', p('id')),
)

/** Words of a customer that end a flow (server-behaviour §6.6), folded. */
const stopWords = ['sair', 'parar']

/**
 * Values of a ticket's contact and time for a run. `draws` are the random numbers of the step, used in their order, so
 * that the same step can be taken twice.
 */
export async function readWorld(scope: Scope, ticketId: number, draws: number[]): Promise<World | undefined> {
  const row = await scope.db.first(facts, { id: ticketId })
  if (!row) return undefined
  let drawn = 0
  return {
    values: contactValues(row),
    random: () => draws[drawn++ % draws.length] ?? 0,
    invalidOption: invalidOptionText(row.language, await readSetting(scope.db, 'invalidOptionMessage')),
    stopWords,
  }
}

function contactValues(row: NonNullable<(typeof facts)['row']>): Values {
  const { id, createdAt, name, number, email, language } = row
  const now = new Date()
  const timeZone = zoneOrDefault(row.timeZone)
  const values = valuesOf({ contactName: name, ticket: { id, createdAt }, timeZone, now, language })
  return { ...values, number: number ?? '', email: email ?? '', hour: values.hora, ms: values.greeting }
}
