import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { SessionKind } from '../../../shared/bot/route'
import type { BotProgram } from '../../../shared/bot/rules'
import type { StoredBotState } from './state'

/** Time in ms that the robot waits for later messages of a burst, by kind of program. */
const pauses: Record<SessionKind, number> = { prompt: 3000, integration: 1000 }

const storeProgram = hot<{ id: number; kind: SessionKind; programId: number; answeredId: number }>()((db, p) =>
  db
    .update('attendances')
    .set({ programKind: p('kind'), programId: p('programId'), programAnsweredId: p('answeredId') })
    .set({ programState: null, programSays: null })
    .where('id', '=', p('id')),
)
const clearProgram = hot<{ id: number }>()((db, p) =>
  db
    .update('attendances')
    .set({ programKind: null, programId: null, programState: null, programSays: null })
    .where('id', '=', p('id')),
)

const isSame = (one: BotProgram | null, other: BotProgram | null) => one?.kind === other?.kind && one?.id === other?.id

/** Begins, continues or ends the session of a program in an attendance. Call within a transaction. */
export async function changeSession(scope: Scope, was: StoredBotState, program: BotProgram<SessionKind> | null) {
  if (isSame(was.program, program)) return
  const { attendanceId: id, answeredId } = was
  if (program === null) await scope.db.run(clearProgram, { id })
  else await scope.db.run(storeProgram, { id, kind: program.kind, programId: program.id, answeredId })
}

/** Has the session's program answer after a pause; a later message replaces the job, so that a burst is one request. */
export const enqueueProgram = (scope: Scope, ticketId: number, { kind }: BotProgram<SessionKind>) =>
  scope.enqueue('bot.program', { ticketId }, { key: String(ticketId), runAt: new Date(Date.now() + pauses[kind]) })
