import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { BotProgram } from '../../../shared/bot/rules'
import { parseJson } from '../../../shared/json'
import { findTicketRow, type TicketRow } from '../../inbox/tickets/read'
import type { CustomerMessage, ProgramAnswer } from './program'

/** Age in ms from which a message is no longer part of a request, as for the robot. */
const oldAfter = 5 * 60_000
/** Messages of one request; older ones of a longer burst are left out. */
const maxMessages = 20

const runningSession = hot<{ ticketId: number }>()((db, p) =>
  db
    .select('attendances')
    .select(['id', 'programKind', 'programId', 'programState', 'programSays', 'programAnsweredId'])
    .where('ticketId', '=', p('ticketId'))
    .where('finishedAt', 'is', null)
    .where('startedAt', 'is', null)
    .where('botStage', '<>', 'done'),
)
const unansweredMessages = hot<{ ticketId: number; after: number; since: string; limit: number }>()((db, p) =>
  db
    .select('messages')
    .select(['id', 'body', 'mediaType', 'mediaId', 'createdAt'])
    .where('ticketId', '=', p('ticketId'))
    .where('fromMe', '=', 0)
    .where('isDeleted', '=', 0)
    .where('id', '>', p('after'))
    .where('createdAt', '>=', p('since'))
    .orderBy('id', 'desc')
    .limit(p('limit')),
)
const storeProgress = hot<{ id: number; state: string; says: string | null; answeredId: number }>()((db, p) =>
  db
    .update('attendances')
    .set({ programState: p('state'), programSays: p('says'), programAnsweredId: p('answeredId') })
    .where('id', '=', p('id')),
)

/** Session of a program in a waiting ticket. */
export interface Session {
  ticket: TicketRow
  attendanceId: number
  program: BotProgram<'integration' | 'prompt'>
  state: unknown
  /** Newest message of the customer that the program has answered; 0 before the first. */
  answeredId: number
  /** An answer of which messages are yet to be sent. */
  unsent: ProgramAnswer | null
}

/** Returns the ticket's session; undefined when people have the ticket or no program talks in it. */
export async function findSession(scope: Scope, ticketId: number): Promise<Session | undefined> {
  const ticket = await findTicketRow(scope, ticketId)
  if (ticket?.status !== 'pending' || ticket.whatsappId === null) return undefined
  const row = await scope.db.first(runningSession, { ticketId })
  if (!row || row.programKind === null || row.programId === null) return undefined
  return {
    ticket,
    attendanceId: row.id,
    program: { kind: row.programKind, id: row.programId },
    state: row.programState === null ? null : parseJson(row.programState),
    answeredId: row.programAnsweredId ?? 0,
    unsent: row.programSays === null ? null : parseJson(row.programSays),
  }
}

/** Returns the customer's messages that the program has not answered, oldest first. */
export async function readUnanswered(scope: Scope, session: Session, now = Date.now()): Promise<CustomerMessage[]> {
  const { ticket, answeredId: after } = session
  const since = new Date(now - oldAfter).toISOString()
  const rows = await scope.db.run(unansweredMessages, { ticketId: ticket.id, after, since, limit: maxMessages })
  return rows.reverse()
}

/** Stores the session's state and the part of an answer that is yet to be sent. */
export const storeSession = (scope: Scope, { attendanceId: id, state, answeredId, unsent }: Session) =>
  scope.db.run(storeProgress, {
    ...{ id, answeredId },
    state: JSON.stringify(state ?? null),
    says: unsent && JSON.stringify(unsent),
  })
