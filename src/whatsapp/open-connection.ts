import { WaitFor } from '../core/jobs/job'
import type { Scope } from '../core/scope'
import { AppError } from '../shared/errors'
import type { ConnectionRef } from './contract'

/** The event that releases jobs which need a connection. */
export const opening = (whatsappId: number) => `wa:${whatsappId}`

/** For `enqueue`: a job over a connection uses places of that connection, and waits while it is not open. */
export const onConnection = (scope: Scope, whatsappId: number) => ({
  group: `wa:${whatsappId}`,
  waitsFor: untilOpen(scope, whatsappId),
})

/**
 * Places of jobs that wait for WhatsApp's answer: as many as one number can keep busy, and none of the installation, so
 * that numbers that do not answer hold up only themselves.
 */
export const placesOfConnection = { concurrency: Number.POSITIVE_INFINITY, perGroup: 32 }

/** For `enqueue`: what a job must wait for now, if its connection is not open. */
export const untilOpen = (scope: Scope, whatsappId: number) =>
  scope.ports.whatsapp.isOpen({ companyId: scope.companyId, whatsappId }) ? null : opening(whatsappId)

/** For a job that needs the network: its connection, open. @throws WaitFor its opening */
export function openConnection(scope: Scope, whatsappId: number): ConnectionRef {
  const connection = { companyId: scope.companyId, whatsappId }
  if (!scope.ports.whatsapp.isOpen(connection)) throw new WaitFor(opening(whatsappId))
  return connection
}

/** Does something over an open connection; one that closes meanwhile is waited for, without counting a failure. */
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
