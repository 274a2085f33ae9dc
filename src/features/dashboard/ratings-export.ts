import { csvAnswer } from '../../core/http/csv-answer'
import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { csvLine, utf8Mark } from '../../shared/csv'
import { timeZoneOf } from '../company/time-zone'
import type { DashboardQuery } from './model'
import { periodOf } from './period'

/** Maximum number of ratings in one file. */
const maxRows = 20_000

const answeredRequests = hot<{ from: string; to: string; limit: number }>()((db, p) =>
  db
    .select('rating_requests')
    .innerJoin('attendances', 'attendances.id', 'rating_requests.attendanceId')
    .innerJoin('contacts', 'contacts.id', 'rating_requests.contactId')
    .leftJoin('messages', 'messages.id', 'rating_requests.messageId')
    .leftJoin('users', 'users.id', 'rating_requests.userId')
    .leftJoin('queues', 'queues.id', 'attendances.queueId')
    .select(['rating_requests.ticketId', 'attendances.ratedAt', 'attendances.rate', 'messages.body'])
    .select(['contacts.name as contact', 'contacts.number', 'users.name as user', 'queues.name as queue'])
    .where('rating_requests.state', '=', 'answered')
    .where('rating_requests.sentAt', '>=', p('from'))
    .where('rating_requests.sentAt', '<', p('to'))
    .orderBy('rating_requests.id')
    .limit(p('limit')),
)

const columns = ['ratedAt', 'ticketId', 'user', 'queue', 'contact', 'number', 'rate', 'body'] as const

/**
 * GET /dashboard/ratings: the ratings asked for in the period as ratings-{from}-{to}.csv, with the customer's words;
 * times in UTC, oldest first. @throws ERR_VALIDATION (422) for an invalid period
 */
export async function exportRatings(scope: Scope, query: DashboardQuery): Promise<Response> {
  const { first, last, days } = periodOf(await timeZoneOf(scope), query)
  const from = days[0]?.from ?? ''
  const to = days.at(-1)?.to ?? ''
  const rows = await scope.db.run(answeredRequests, { from, to, limit: maxRows })
  const cells = rows.map((row) => columns.map((column) => String(row[column] ?? '')))
  const lines = [[...columns], ...cells].map(csvLine)
  return csvAnswer(`ratings-${first}-${last}.csv`, utf8Mark + lines.join(''))
}
