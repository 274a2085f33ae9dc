import type { Scope } from '../../../../core/scope'
import { inList, type ListParameter, listOf } from '../../../../core/storage/expressions'
import { hot } from '../../../../core/storage/tenant'
import type { Rate } from '../../../../shared/bot/rating'

/** Time in which an answer counts, in ms. */
const answerTime = 24 * 3_600_000

const lastAttendance = hot<{ ticketId: number }>()((db, p) =>
  db
    .select('attendances')
    .select(['id', 'userId', 'finishedAt'])
    .where('ticketId', '=', p('ticketId'))
    .orderBy('id', 'desc')
    .limit(1),
)
const requestOfAttendance = hot<{ attendanceId: number }>()((db, p) =>
  db.select('rating_requests').select('id').where('attendanceId', '=', p('attendanceId')),
)
const insertRequest = hot<{
  ticketId: number
  attendanceId: number
  whatsappId: number
  contactId: number
  userId: number | null
  sentAt: string
  expiresAt: string
}>()((db, p) =>
  db.insert('rating_requests', {
    ticketId: p('ticketId'),
    attendanceId: p('attendanceId'),
    whatsappId: p('whatsappId'),
    contactId: p('contactId'),
    userId: p('userId'),
    sentAt: p('sentAt'),
    expiresAt: p('expiresAt'),
    state: 'waiting',
    messageId: null,
  }),
)
const setSent = hot<{ id: number; now: string }>()((db, p) =>
  db
    .update('attendances')
    .set({ ratingSentAt: p('now') })
    .where('id', '=', p('id')),
)

interface RatedTicket {
  id: number
  contactId: number
  whatsappId: number
}

/**
 * Inserts the request for a rating of a ticket's last attendance; false when it has one already, or no agent attended.
 * Call in the transaction that stores the text.
 */
export async function requestRating(scope: Scope, { id: ticketId, contactId, whatsappId }: RatedTicket) {
  const attendance = await scope.db.first(lastAttendance, { ticketId })
  if (!attendance?.finishedAt || attendance.userId === null) return false
  const { id: attendanceId, userId } = attendance
  if (await scope.db.first(requestOfAttendance, { attendanceId })) return false
  const now = new Date()
  const [sentAt, expiresAt] = [now.toISOString(), new Date(now.getTime() + answerTime).toISOString()]
  await scope.db.run(insertRequest, { ticketId, attendanceId, whatsappId, contactId, userId, sentAt, expiresAt })
  await scope.db.run(setSent, { id: attendanceId, now: sentAt })
  return true
}

const waitingRequest = hot<{ contactId: number; whatsappId: number }>()((db, p) =>
  db
    .select('rating_requests')
    .select(['id', 'ticketId', 'attendanceId', 'sentAt', 'expiresAt'])
    .where('contactId', '=', p('contactId'))
    .where('whatsappId', '=', p('whatsappId'))
    .where('state', '=', 'waiting')
    .orderBy('id', 'desc')
    .limit(1),
)
const waitingContacts = hot<{ contactIds: ListParameter; whatsappId: number }>()((db, p) =>
  db
    .select('rating_requests')
    .select('contactId')
    .where('contactId', 'in', inList(p('contactIds')))
    .where('whatsappId', '=', p('whatsappId'))
    .where('state', '=', 'waiting'),
)
const cancelWaiting = hot<{ contactId: number; whatsappId: number }>()((db, p) =>
  db
    .update('rating_requests')
    .set({ state: 'cancelled' })
    .where('contactId', '=', p('contactId'))
    .where('whatsappId', '=', p('whatsappId'))
    .where('state', '=', 'waiting'),
)
const setAnswered = hot<{ id: number; messageId: number }>()((db, p) =>
  db
    .update('rating_requests')
    .set({ state: 'answered', messageId: p('messageId') })
    .where('id', '=', p('id')),
)
const setRate = hot<{ id: number; rate: Rate; now: string }>()((db, p) =>
  db
    .update('attendances')
    .set({ rate: p('rate'), ratedAt: p('now') })
    .where('id', '=', p('id')),
)

type RatingRequest = NonNullable<(typeof waitingRequest)['row']>
interface Chat {
  contactId: number
  whatsappId: number
}

/** Returns the request that waits for this chat's answer, also one whose time is over. */
export const findWaitingRating = (scope: Scope, chat: Chat): Promise<RatingRequest | undefined> =>
  scope.db.first(waitingRequest, chat)

/** Returns those of the contacts for whom `findWaitingRating` finds a request. */
export async function findContactsAskedToRate(scope: Scope, whatsappId: number, contactIds: number[]) {
  const rows = await scope.db.run(waitingContacts, { contactIds: listOf(contactIds), whatsappId })
  return new Set(rows.map(({ contactId }) => contactId))
}

/** Ends all waiting requests of a chat: the customer wrote something else, or has a live ticket. */
export const cancelRatings = (scope: Scope, chat: Chat) => scope.db.run(cancelWaiting, chat)

/** True for a message sent after the request and in its time. WhatsApp's times have whole seconds. */
export const isInTime = ({ sentAt, expiresAt }: RatingRequest, at: string) =>
  at.slice(0, 19) >= sentAt.slice(0, 19) && at <= expiresAt

/** Stores the rating of an attendance, with the message that gave it. */
export async function storeRating(scope: Scope, request: RatingRequest, rate: Rate, messageId: number) {
  await scope.db.run(setAnswered, { id: request.id, messageId })
  await scope.db.run(setRate, { id: request.attendanceId, rate, now: new Date().toISOString() })
}
