import { Scope } from '../../../core/scope'
import { isPastDueDay } from '../../../core/time'
import { AppError } from '../../../shared/errors'
import type { ConnectionRef } from '../../../whatsapp/contract'
import type { Authenticator } from '../../accounts/auth/authenticator'
import { findByToken } from '../../numbers/connections/token'

/** An API client authenticated by a connection's token. */
export interface ApiClient {
  scope: Scope
  connection: ConnectionRef
  /** The plan includes flows and integrations. */
  useIntegrations: boolean
}

/**
 * Authenticates an API client before the body is read: by a connection's token, at most twenty times per minute, when
 * plan and licence allow it and the connection is open. Wrong tokens are limited by address; a valid one of the same
 * address still works, because another program there may have an old one.
 * @throws ERR_API_TOKEN, ERR_RATE_LIMIT, ERR_NO_PERMISSION, ERR_COMPANY_DISABLED, ERR_WAPP_NOT_INITIALIZED
 */
export async function authenticateClient(
  { platform, limits }: Authenticator,
  authorization: string,
  address: () => string,
): Promise<ApiClient> {
  const [scheme, token = ''] = authorization.split(' ')
  const client = scheme === 'Bearer' ? await findByToken(platform, token) : undefined
  if (!client) {
    limits.apiToken.take(address())
    throw new AppError('ERR_API_TOKEN')
  }
  const { companyId, whatsappId } = client
  limits.sendApi.take(`${whatsappId}`)
  if (client.companyStatus !== 1 || isPastDueDay(client.dueDate, client.timeZone))
    throw new AppError('ERR_COMPANY_DISABLED')
  if (client.useExternalApi !== 1) throw new AppError('ERR_NO_PERMISSION')
  if (client.status !== 'CONNECTED') throw new AppError('ERR_WAPP_NOT_INITIALIZED')
  const scope = Scope.for(platform.ports, companyId, { system: 'api' }).from(address)
  return { scope, connection: { companyId, whatsappId }, useIntegrations: client.useIntegrations === 1 }
}
