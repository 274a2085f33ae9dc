import type { Platform, Scope } from '../../core/scope'
import { type SessionAction, sessionActions } from '../../shared/enums'
import { AppError } from '../../shared/errors'
import { normaliseNumber } from '../../shared/phone'
import type { ConnectionRef } from '../../whatsapp/contract'
import type { Connection } from './model'
import { connectionRef, getConnection } from './service'

/** Tries again with the credentials there are. @throws ERR_WAPP_STATE unless the status allows it */
export const startSession = (scope: Scope, id: number) =>
  runSessionAction(scope, id, 'start', true, (whatsapp, connection) => whatsapp.start(connection))

/** Forgets the phone and asks for one anew. */
export const renewSession = (scope: Scope, id: number) =>
  runSessionAction(scope, id, 'fresh', true, (whatsapp, connection) => whatsapp.startFresh(connection))

/** Unlinks the phone. */
export const endSession = (scope: Scope, id: number) =>
  runSessionAction(scope, id, 'disconnect', false, (whatsapp, connection) => whatsapp.logout(connection))

/** A code to type on the phone that has this number, instead of scanning. @throws ERR_WAPP_INVALID_CONTACT */
export async function pairSession(scope: Scope, id: number, typed: string): Promise<{ pairingCode: string }> {
  const number = normaliseNumber(typed)
  if (!number) throw new AppError('ERR_WAPP_INVALID_CONTACT')
  let pairingCode = ''
  await runSessionAction(scope, id, 'pair', true, async (whatsapp, connection) => {
    pairingCode = await whatsapp.pair(connection, number)
  })
  return { pairingCode }
}

type SessionWork = (whatsapp: Scope['ports']['whatsapp'], connection: ConnectionRef) => Promise<unknown>

/** What is wanted is stored first, so that a crash in between ends in what the person asked for. */
async function runSessionAction(
  scope: Scope,
  id: number,
  action: SessionAction,
  wanted: boolean,
  work: SessionWork,
): Promise<Connection> {
  const { status } = await getConnection(scope, id)
  if (!sessionActions[status].includes(action)) throw new AppError('ERR_WAPP_STATE', { status })
  await scope.transaction((scope) =>
    scope.db
      .update('connections')
      .set({ wanted: wanted ? 1 : 0 })
      .where('id', '=', id)
      .execute(),
  )
  await work(scope.ports.whatsapp, connectionRef(scope, id))
  return getConnection(scope, id)
}

/** Every connection somebody wants online, for the start of the process. */
export async function listConnectionsToStart({ db }: Platform): Promise<ConnectionRef[]> {
  return db
    .selectFrom('connections')
    .select(['companyId', 'id as whatsappId'])
    .where('wanted', '=', 1)
    .orderBy('id')
    .execute() as Promise<ConnectionRef[]>
}
