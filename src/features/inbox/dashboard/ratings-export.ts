import { mapInSlices } from '../../../core/process/work-slices'
import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { localTime } from '../../../core/time'
import { nameFor, numberFor } from '../../contacts/contacts/hidden-numbers'
import { recordExport } from '../../platform/audit/record-export'
import { readerLanguage } from '../../platform/company/reader-language'
import { timeZoneOf } from '../../platform/company/time-zone'
import { seesQueue } from '../team/seen-queues'
import { type ExportFormat, tableAnswer } from './export'
import { exportTexts } from './export-texts'
import type { DashboardQuery } from './model'
import { periodOf } from './period'

/** Maximum number of ratings in one file. */
const maxRows = 20_000

const ratedAttendances = hot<{ from: string; to: string; limit: number }>()((db, p) =>
  db
    .select('attendances')
    .innerJoin('tickets', 'tickets.id', 'attendances.ticketId')
    .innerJoin('contacts', 'contacts.id', 'tickets.contactId')
    .leftJoin('rating_requests', 'rating_requests.attendanceId', 'attendances.id')
    .leftJoin('messages', 'messages.id', 'rating_requests.messageId')
    .leftJoin('users', 'users.id', 'attendances.userId')
    .leftJoin('queues', 'queues.id', 'attendances.queueId')
    .select(['attendances.ticketId', 'attendances.ratedAt', 'attendances.rate', 'messages.body'])
    .select(['contacts.name as contact', 'contacts.number', 'users.name as agent', 'queues.name as queue'])
    .select('attendances.queueId')
    .where('attendances.finishedAt', '>=', p('from'))
    .where('attendances.finishedAt', '<', p('to'))
    .where('attendances.finishedAt', 'is not', null)
    .where('attendances.rate', 'is not', null)
    .orderBy('attendances.finishedAt')
    .limit(p('limit')),
)

const columns = ['ratedAt', 'ticketId', 'agent', 'queue', 'contact', 'number', 'rate', 'body'] as const

/**
 * GET /dashboard/ratings: the ratings that the dashboard counts in the period, those of attendances that finished in it,
 * as CSV or a workbook; with the customer's words, headings in the reader's language and times in the company's time
 * zone; oldest first. Supervisors get those of their queues.
 * @throws ERR_VALIDATION (422) for an invalid period
 */
export async function exportRatings(scope: Scope, query: DashboardQuery, format?: ExportFormat): Promise<Response> {
  const zone = await timeZoneOf(scope)
  const { first, last, days } = periodOf(zone, query)
  const from = days[0]?.from ?? ''
  const to = days.at(-1)?.to ?? ''
  await recordExport(scope, { entity: 'ratings', name: `${first} – ${last}` })
  const rows = await scope.db.runAside(ratedAttendances, { from, to, limit: maxRows })
  const visibleRows = rows.filter(({ queueId }) => seesQueue(scope.viewer, queueId))
  const texts = exportTexts[await readerLanguage(scope)]
  const table = {
    name: texts.ratingsFile,
    head: columns.map((column) => texts[column]),
    rows: await mapInSlices(scope.companyId, visibleRows, (row) => {
      const ratedAt = row.ratedAt === null ? '' : localTime(zone, row.ratedAt)
      const number = row.number === null ? null : numberFor(scope.actor, row.number)
      const shown = { ...row, ratedAt, number, contact: nameFor(scope.actor, row.contact) }
      return columns.map((column) => shown[column])
    }),
  }
  return tableAnswer(scope, `${texts.ratingsFile}-${first}-${last}`, table, format)
}
