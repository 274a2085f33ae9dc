import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'

const timersOf = hot<{ id: number }>()((db, p) =>
  db
    .select('connections')
    .select(['name', 'expiresTicket', 'expiresInactiveMessage', 'expiresWarning', 'expiresWarningMessage'])
    .select(['timeToTransfer', 'transferQueueId'])
    .where('id', '=', p('id')),
)
export type TimerSettings = NonNullable<(typeof timersOf)['row']>

/** Timers of a connection in minutes; 0 means never. */
export const readTimers = (scope: Scope, whatsappId: number): Promise<TimerSettings | undefined> =>
  scope.db.first(timersOf, { id: whatsappId })
