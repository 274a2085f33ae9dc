import { WaitFor } from '../core/jobs/job'
import type { Scope } from '../core/scope'
import { AppError } from '../shared/errors'
import type { ConnectionRef } from './contract'

/** Name of the event that releases jobs which wait for a connection. */
export const opening = (whatsappId: number) => `wa:${whatsappId}`

/**
 * Options of `enqueue` for a job that uses a connection: places of that connection, and a wait while it is not open.
 */
export const onConnection = (scope: Scope, whatsappId: number) => ({
  group: `wa:${whatsappId}`,
  waitsFor: untilOpen(scope, whatsappId),
})

/**
 * Places of jobs that wait for WhatsApp's answer: a limit per connection and none for the installation, so that a
 * number without answers delays only its own jobs.
 */
export const placesOfConnection = { concurrency: Number.POSITIVE_INFINITY, perGroup: 32 }

/** Event that a job has to wait for; null while its connection is open. */
export const untilOpen = (scope: Scope, whatsappId: number) =>
  scope.ports.whatsapp.isOpen({ companyId: scope.companyId, whatsappId }) ? null : opening(whatsappId)

/** Returns the open connection of a job. @throws WaitFor when it is not open */
function openConnection(scope: Scope, whatsappId: number): ConnectionRef {
  const connection = { companyId: scope.companyId, whatsappId }
  if (!scope.ports.whatsapp.isOpen(connection)) throw new WaitFor(opening(whatsappId))
  return connection
}

/**
 * Runs work over an open connection. @throws WaitFor when it is not open or closes meanwhile; not counted as a failure
 */
export async function overConnection<R>(
  scope: Scope,
  whatsappId: number,
  work: (connection: ConnectionRef) => Promise<R>,
): Promise<R> {
  const connection = openConnection(scope, whatsappId)
  try {
    return await work(connection)
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_WAPP_NOT_INITIALIZED') throw new WaitFor(opening(whatsappId))
    throw error
  }
}
