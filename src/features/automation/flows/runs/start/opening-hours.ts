import type { Scope } from '../../../../../core/scope'
import { hot } from '../../../../../core/storage/tenant'
import { zoneOrDefault } from '../../../../../core/time'
import type { AskedHours, OpeningHours } from '../../../../../shared/flow/hours'
import type { Hours } from '../../../../../shared/hours'
import { ownCompanyRow } from '../../../../platform/company/own-row'
import { hoursFromColumns } from '../../../../platform/hours/service'

const companyHours = hot<{}>()((db) =>
  ownCompanyRow(db).select(['companies.timeZone', 'companies.schedules', 'companies.holidays']),
)
const queueHours = hot<{ id: number }>()((db, p) =>
  db.select('queues').select(['schedules', 'holidays']).where('id', '=', p('id')),
)

/** Reads the opening hours that conditions of a flow ask for; undefined when they ask for none. */
export async function readOpeningHours(scope: Scope, askedHours: AskedHours[]): Promise<OpeningHours | undefined> {
  if (askedHours.length === 0) return undefined
  const company = await scope.db.first(companyHours, {})
  if (!company) return undefined
  return {
    ...{ timeZone: zoneOrDefault(company.timeZone), company: hoursFromColumns(company) },
    queues: await readQueues(scope, askedHours),
    connections: askedHours.includes('connection') ? await readConnections(scope) : new Map(),
  }
}

async function readQueues(scope: Scope, askedHours: AskedHours[]) {
  const queues = new Map<number, Hours>()
  for (const id of askedHours) {
    const row = typeof id === 'number' ? await scope.db.first(queueHours, { id }) : undefined
    if (row) queues.set(id as number, hoursFromColumns(row))
  }
  return queues
}

async function readConnections(scope: Scope) {
  const rows = await scope.db.select('connections').select(['id', 'schedules', 'holidays']).execute()
  return new Map(rows.map((row): [number, Hours] => [row.id, hoursFromColumns(row)]))
}
