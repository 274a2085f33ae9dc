import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { zoneOrDefault } from '../../../core/time'
import { ownCompanyRow } from '../../platform/company/own-row'
import { hoursFromColumns } from '../../platform/hours/service'
import { readSetting } from '../../platform/settings/service'
import type { Calendar } from './due-after'

const companyHours = hot<{}>()((db) =>
  ownCompanyRow(db).select(['companies.timeZone', 'companies.schedules', 'companies.holidays']),
)
const queueHours = hot<{ id: number }>()((db, p) =>
  db.select('queues').select(['schedules', 'holidays']).where('id', '=', p('id')),
)
const connectionHours = hot<{ id: number }>()((db, p) =>
  db.select('connections').select(['schedules', 'holidays']).where('id', '=', p('id')),
)

interface Place {
  queueId: number | null
  whatsappId: number | null
}

/** Opening hours in which the targets of a ticket count, by the setting `scheduleType`; null counts all time. */
export async function hoursOfTargets(scope: Scope, place: Place): Promise<Calendar> {
  const company = await scope.db.first(companyHours, {})
  const type = await readSetting(scope.db, 'scheduleType')
  const row =
    type === 'company'
      ? company
      : type === 'queue' && place.queueId !== null
        ? await scope.db.first(queueHours, { id: place.queueId })
        : type === 'connection' && place.whatsappId !== null
          ? await scope.db.first(connectionHours, { id: place.whatsappId })
          : undefined
  return { hours: row ? hoursFromColumns(row) : null, timeZone: zoneOrDefault(company?.timeZone ?? '') }
}
