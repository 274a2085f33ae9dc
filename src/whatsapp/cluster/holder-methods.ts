import type { Leases } from '../../core/nodes/leases'
import { AppError } from '../../shared/errors'
import type { ConnectionRef } from '../contract'
import type { Sessions } from '../sessions'

// biome-ignore lint/suspicious/noExplicitAny: each method has arguments of its own
type Run = (sessions: Sessions, connection: ConnectionRef, args: any) => Promise<unknown>

/** Methods that run where the session is; arguments and results are JSON. */
const methods = {
  start: (sessions, connection) => sessions.start(connection),
  startFresh: (sessions, connection) => sessions.startFresh(connection),
  pair: (sessions, connection, [number]: [string]) => sessions.pair(connection, number),
  stop: (sessions, connection) => sessions.stop(connection),
  logout: (sessions, connection) => sessions.logout(connection),
  markRead: (sessions, connection, [keys]: [Parameters<Sessions['markRead']>[1]]) =>
    sessions.markRead(connection, keys),
  typing: (sessions, connection, [jid, presence]: [string, Parameters<Sessions['typing']>[2]]) =>
    sessions.typing(connection, jid, presence),
  onWhatsApp: (sessions, connection, [numbers]: [string[]]) => sessions.onWhatsApp(connection, numbers),
  groupSubject: (sessions, connection, [jid]: [string]) => sessions.groupSubject(connection, jid),
  isGroupAdmin: (sessions, connection, [group, person]: [string, string]) =>
    sessions.isGroupAdmin(connection, group, person),
  rejectCall: (sessions, connection, [callId, jid]: [string, string]) => sessions.rejectCall(connection, callId, jid),
  pictureAddress: (sessions, connection, [jid]: [string]) => sessions.pictureAddress(connection, jid),
  requestUpload: async (sessions, connection, [bytes]: [string]) =>
    Buffer.from(await sessions.requestUpload(connection, Buffer.from(bytes, 'base64'))).toString('base64'),
} satisfies Record<string, Run>

export type HolderMethod = keyof typeof methods

/** Methods after which the session needs no lease. */
const lastMethods: readonly HolderMethod[] = ['stop', 'logout']
/** Methods during which the session is not handed over. */
const lifecycleMethods: readonly HolderMethod[] = [...lastMethods, 'start', 'startFresh', 'pair']

/** True for a method after which the session needs no lease. */
export const endsSession = (method: HolderMethod): boolean => lastMethods.includes(method)

interface HolderCall {
  method: HolderMethod
  connection: ConnectionRef
  args: unknown[]
}

/** Refusal of a node that does not have the session, or hands it over. */
export const movedMark = { moved: true }
export const isMoved = (error: unknown) => error instanceof AppError && error.detail.moved === true

/** Runs a method here. @throws ERR_WAPP_NOT_INITIALIZED (`isMoved`) when this node does not have the session */
export async function runAtHolder({ method, connection, args }: HolderCall, sessions: Sessions, leases: Leases) {
  const { whatsappId } = connection
  if (!Object.hasOwn(methods, method) || !leases.holds(whatsappId))
    throw new AppError('ERR_WAPP_NOT_INITIALIZED', movedMark)
  const run = () => (methods[method] as Run)(sessions, connection, args)
  const result = await (lifecycleMethods.includes(method) ? leases.during(whatsappId, run) : run())
  if (endsSession(method)) await leases.release(whatsappId)
  return result
}
