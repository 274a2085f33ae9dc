import { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { isOver } from '../../core/time'
import { AppError } from '../../shared/errors'
import type { ConnectionRef } from '../../whatsapp/contract'
import type { Authenticator } from '../auth/authenticator'
import { findByToken } from '../connections/token'

/** An API client authenticated by a connection's token. */
export interface Sender {
  scope: Scope
  connection: ConnectionRef
}

const connectionState = hot<{ id: number }>()((db, p) =>
  db
    .select('connections')
    .innerJoin('companies', 'companies.id', 'connections.companyId')
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .select(['connections.status', 'companies.status as isOn', 'companies.dueDate', 'companies.timeZone'])
    .select('plans.useExternalApi')
    .where('connections.id', '=', p('id')),
)

/**
 * Authenticates an API client before the body is read: by a connection's token, at most twenty times per minute, when
 * plan and licence allow it and the connection is open.
 * @throws ERR_API_TOKEN, ERR_RATE_LIMIT, ERR_NO_PERMISSION, ERR_COMPANY_DISABLED, ERR_WAPP_NOT_INITIALIZED
 */
export async function authenticate(
  { platform, limits }: Authenticator,
  authorization: string,
  address: () => string,
): Promise<Sender> {
  const [scheme, token = ''] = authorization.split(' ')
  const connection = scheme === 'Bearer' ? await findByToken(platform, token) : undefined
  if (!connection) throw new AppError('ERR_API_TOKEN')
  const { companyId, whatsappId: id } = connection
  limits.sendApi.take(`${id}`)
  const state = await platform.tenant(companyId).first(connectionState, { id })
  if (!state) throw new AppError('ERR_API_TOKEN')
  const { isOn, dueDate, timeZone } = state
  if (isOn !== 1 || isOver(dueDate, timeZone)) throw new AppError('ERR_COMPANY_DISABLED')
  if (state.useExternalApi !== 1) throw new AppError('ERR_NO_PERMISSION')
  if (state.status !== 'CONNECTED') throw new AppError('ERR_WAPP_NOT_INITIALIZED')
  return { scope: Scope.for(platform.ports, companyId, { system: 'api' }).from(address), connection }
}
