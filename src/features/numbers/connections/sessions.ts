import type { Platform, Scope } from '../../../core/scope'
import { type SessionAction, sessionActions } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import type { ConnectionRef } from '../../../whatsapp/contract'
import { typedNumber } from '../../contacts/contacts/typed-number'
import type { Connection } from './model'
import { connectionRef, getConnection } from './service'

/**
 * Starts the session with the stored credentials. @throws ERR_NO_WAPP_FOUND, ERR_WAPP_STATE unless the status allows it
 */
export const startSession = (scope: Scope, id: number) =>
  runSessionAction(scope, id, 'start', true, (whatsapp, connection) => whatsapp.start(connection))

/** Deletes the credentials and offers a new QR code. @throws ERR_NO_WAPP_FOUND, ERR_WAPP_STATE */
export const renewSession = (scope: Scope, id: number) =>
  runSessionAction(scope, id, 'fresh', true, (whatsapp, connection) => whatsapp.startFresh(connection))

/** Unlinks the phone and stops the session. @throws ERR_NO_WAPP_FOUND, ERR_WAPP_STATE */
export const endSession = (scope: Scope, id: number) =>
  runSessionAction(scope, id, 'disconnect', false, (whatsapp, connection) => whatsapp.logout(connection))

/**
 * Returns a pairing code to type on the phone with the given number, instead of scanning a QR code.
 * @throws ERR_WAPP_INVALID_CONTACT, ERR_NO_WAPP_FOUND, ERR_WAPP_STATE
 */
export async function pairSession(scope: Scope, id: number, typed: string): Promise<{ pairingCode: string }> {
  const number = await typedNumber(scope, typed)
  let pairingCode = ''
  await runSessionAction(scope, id, 'pair', true, async (whatsapp, connection) => {
    pairingCode = await whatsapp.pair(connection, number)
  })
  return { pairingCode }
}

type SessionCall = (whatsapp: Scope['ports']['whatsapp'], connection: ConnectionRef) => Promise<unknown>

/** Stores `shouldConnect` before the action, so that after a crash the next start does what the person asked for. */
async function runSessionAction(
  scope: Scope,
  id: number,
  action: SessionAction,
  shouldConnect: boolean,
  call: SessionCall,
): Promise<Connection> {
  const { status } = await getConnection(scope, id)
  if (!sessionActions[status].includes(action)) throw new AppError('ERR_WAPP_STATE', { status })
  await scope.transaction((scope) =>
    scope.db
      .update('connections')
      .set({ shouldConnect: shouldConnect ? 1 : 0 })
      .where('id', '=', id)
      .execute(),
  )
  await call(scope.ports.whatsapp, connectionRef(scope, id))
  return getConnection(scope, id)
}

/** Connections of all companies that should be online (column `shouldConnect`), by id; for the start of the process. */
export async function listConnectionsToStart({ db }: Platform): Promise<ConnectionRef[]> {
  return db
    .selectFrom('connections')
    .select(['companyId', 'id as whatsappId'])
    .where('shouldConnect', '=', 1)
    .orderBy('id')
    .execute() as Promise<ConnectionRef[]>
}
