import type { Scope } from '../../../core/scope'
import { inList, type ListParameter, listOf } from '../../../core/storage/expressions'
import { hot, type Tables } from '../../../core/storage/tenant'
import type { SessionKind } from '../../../shared/bot/route'
import type { BotProgram } from '../../../shared/bot/rules'
import type { BotEnd, BotState } from '../../../shared/bot/turn-model'

/** Running attendances, to which callers add their tickets. */
const runningRows = (db: Tables) =>
  db
    .select('attendances')
    .select([
      'id',
      'ticketId',
      'botStage',
      'menusSent',
      'menuAt',
      'invalidAnswers',
      'optionId',
      'botAnsweredId',
      'startedAt',
      'botEnd',
      'programKind',
      'programId',
    ])
    .select(({ selectFrom }) =>
      selectFrom('attendances as earlier')
        .select(({ fn }) => fn.max('earlier.closedTextAt').as('at'))
        .whereRef('earlier.companyId', '=', 'attendances.companyId')
        .whereRef('earlier.ticketId', '=', 'attendances.ticketId')
        .as('closedTextAt'),
    )
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('flow_runs')
          .select('flow_runs.id')
          .whereRef('flow_runs.companyId', '=', 'attendances.companyId')
          .whereRef('flow_runs.ticketId', '=', 'attendances.ticketId')
          .where('flow_runs.endedAt', 'is', null),
      ).as('hasFlow'),
    )
    .where('finishedAt', 'is', null)
const runningState = hot<{ ticketId: number }>()((db, p) => runningRows(db).where('ticketId', '=', p('ticketId')))
const runningStates = hot<{ ticketIds: ListParameter }>()((db, p) =>
  runningRows(db).where('ticketId', 'in', inList(p('ticketIds'))),
)
type RunningRow = NonNullable<(typeof runningState)['row']>
const storeState = hot<Omit<BotState, 'program'> & { id: number; answeredId: number }>()((db, p) =>
  db
    .update('attendances')
    .set({ botStage: p('stage'), menusSent: p('menusSent'), menuAt: p('menuAt'), botAnsweredId: p('answeredId') })
    .set({ invalidAnswers: p('invalidAnswers'), optionId: p('optionId'), closedTextAt: p('closedTextAt') })
    .where('id', '=', p('id')),
)
const storeEnd = hot<{ id: number; end: BotEnd; now: string }>()((db, p) =>
  db
    .update('attendances')
    .set({ botStage: 'done', botEnd: p('end'), botEndedAt: p('now') })
    .set({ programKind: null, programId: null, programState: null, programSays: null })
    .where('id', '=', p('id')),
)

/** The robot's state in a ticket's running attendance. */
export interface StoredBotState extends BotState {
  attendanceId: number
  /** Newest message that was answered; 0 before the first. */
  answeredId: number
  /** A flow talks with the customer. */
  hasFlow: boolean
  /** A person had the ticket in this attendance; the robot does not begin again. */
  isPeoples: boolean
}

/** Returns the robot's state; undefined for a ticket without a running attendance. */
export async function readBotState(scope: Scope, ticketId: number): Promise<StoredBotState | undefined> {
  const row = await scope.db.first(runningState, { ticketId })
  return row && toStoredState(row)
}

/** As `readBotState` for several tickets, by ticket. */
export async function readBotStates(scope: Scope, ticketIds: number[]): Promise<Map<number, StoredBotState>> {
  const rows = await scope.db.run(runningStates, { ticketIds: listOf(ticketIds) })
  return new Map(rows.map((row) => [row.ticketId, toStoredState(row)]))
}

function toStoredState(row: RunningRow): StoredBotState {
  const { id, botStage, menusSent, menuAt, invalidAnswers, optionId, closedTextAt, botAnsweredId } = row
  // Once a person has accepted, people answer, also after the ticket was returned.
  const stage = row.startedAt === null ? botStage : 'done'
  const answeredId = botAnsweredId ?? 0
  const isPeoples = stage === 'done' && row.botEnd === null
  const program = stage === 'done' ? null : programOf(row)
  const menus = { menusSent, menuAt, invalidAnswers, optionId, closedTextAt }
  const hasFlow = Boolean(row.hasFlow)
  return { hasFlow, attendanceId: id, answeredId, isPeoples, stage, program, ...menus }
}

const programOf = ({
  programKind: kind,
  programId: id,
}: {
  programKind: SessionKind | null
  programId: number | null
}): BotProgram<SessionKind> | null => (kind === null || id === null ? null : { kind, id })

/** Stores the state after a turn, with the message that it answered. */
export function storeBotState(scope: Scope, { attendanceId }: StoredBotState, state: BotState, answeredId: number) {
  const { stage, menusSent, menuAt, invalidAnswers, optionId, closedTextAt } = state
  const columns = { stage, menusSent, menuAt, invalidAnswers, optionId, closedTextAt, answeredId }
  return scope.db.run(storeState, { id: attendanceId, ...columns })
}

/** Leaves the attendance to people. */
export const storeBotEnd = (scope: Scope, { attendanceId }: StoredBotState, end: BotEnd, now: string) =>
  scope.db.run(storeEnd, { id: attendanceId, end, now })
