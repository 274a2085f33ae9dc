import type { ExpressionBuilder } from 'kysely'
import type { Scope } from '../../../../core/scope'
import type { Database } from '../../../../core/storage/schema'
import { hot } from '../../../../core/storage/tenant'
import { zoneOrDefault } from '../../../../core/time'
import type { Ad } from '../../../../shared/ads'
import { invalidOptionText } from '../../../../shared/bot/texts'
import type { Values } from '../../../../shared/flow/render'
import type { World } from '../../../../shared/flow/run'
import { readStopWords, runValues } from '../../../../shared/flow/values'
import { parseJson } from '../../../../shared/json'
import type { SettingKey } from '../../../../shared/settings'
import { hasLicenceEnded, licenceColumns } from '../../../platform/company/licence'
import { valueOrDefault } from '../../../platform/settings/service'

/** Value of a setting of the ticket's company, read with the ticket; null for the default. */
const settingOfTicket = ({ selectFrom }: ExpressionBuilder<Database, 'tickets'>, key: SettingKey) =>
  selectFrom('settings')
    .select('settings.value')
    .whereRef('settings.companyId', '=', 'tickets.companyId')
    .where('settings.key', '=', key)

const facts = hot<{ id: number }>()((db, p) =>
  db
    .select('tickets')
    .innerJoin('contacts', 'contacts.id', 'tickets.contactId')
    .innerJoin('companies', 'companies.id', 'tickets.companyId')
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .select([
      'tickets.id',
      'tickets.createdAt',
      'tickets.whatsappId',
      'tickets.ad',
      'contacts.name',
      'contacts.number',
      'contacts.email',
    ])
    .select(['companies.language', 'companies.status'])
    .select(['plans.useIntegrations', 'contacts.disableBot'])
    .select(licenceColumns)
    .select((query) => [
      settingOfTicket(query, 'flowStopWords').as('stopWords'),
      settingOfTicket(query, 'invalidOptionMessage').as('invalidOption'),
    ])
    .where('tickets.id', '=', p('id')),
)

/** Values, chance and permission that a run reads. */
export interface RunWorld extends World {
  /** False without the plan or the licence for flows, and for a contact without a robot. */
  maySpeak: boolean
  /** Connection of the ticket; null after its deletion. */
  connectionId: number | null
}

/**
 * Values of a ticket's contact and time for a run. `draws` are the random numbers of the step, used in their order, so
 * that the same step can be taken twice.
 */
export async function readWorld(scope: Scope, ticketId: number, draws: number[]): Promise<RunWorld | undefined> {
  const row = await scope.db.first(facts, { id: ticketId })
  if (!row) return undefined
  let drawn = 0
  let values: Values | undefined
  return {
    // Dates in the company's time zone take a quarter of a step; most texts have no variables.
    get values() {
      values ??= contactValues(row)
      return values
    },
    random: () => draws[drawn++ % draws.length] ?? 0,
    invalidOption: invalidOptionText(row.language, valueOrDefault('invalidOptionMessage', row.invalidOption)),
    stopWords: readStopWords(row.stopWords ?? undefined),
    maySpeak: isAllowed(row),
    connectionId: row.whatsappId,
  }
}

const isAllowed = ({ status, useIntegrations, disableBot, ...licence }: NonNullable<(typeof facts)['row']>) =>
  status === 1 && useIntegrations === 1 && disableBot === 0 && !hasLicenceEnded(licence)

function contactValues({ id, createdAt, name, ...row }: NonNullable<(typeof facts)['row']>): Values {
  const { number, email, language } = row
  const ad: Ad | null = row.ad === null ? null : parseJson(row.ad)
  const context = { contactName: name, ticket: { id, createdAt }, timeZone: zoneOrDefault(row.timeZone), language }
  return runValues({ ...context, now: new Date(), number, email, ad })
}
