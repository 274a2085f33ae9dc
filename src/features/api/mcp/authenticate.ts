import { assertLicensed, bearerOf } from '../../../core/http/guard'
import { AppError } from '../../../shared/errors'
import { keyStart } from '../../../shared/key-scopes'
import type { Authenticator } from '../../accounts/auth/authenticator'
import type { ToolCaller } from './tool'

/**
 * The program behind a request of an MCP client, by its API key. Scopes are asked for each tool. A person's login and a
 * connection's token are refused: tools act for the key's maker and are limited and logged by key.
 * @throws ERR_API_TOKEN, ERR_RATE_LIMIT, ERR_NO_PERMISSION without the plan, ERR_COMPANY_DISABLED,
 *   ERR_SUBSCRIPTION_EXPIRED
 */
export async function authenticateProgram(
  auth: Authenticator,
  headers: Headers,
  address: () => string,
): Promise<ToolCaller> {
  const token = bearerOf(headers) ?? ''
  if (!token.startsWith(keyStart)) {
    auth.limits.apiToken.take(address())
    throw new AppError('ERR_API_TOKEN')
  }
  const caller = await auth.authenticateKey(token, address)
  assertLicensed(caller)
  const { key, plan } = caller
  if (!key) throw new AppError('ERR_API_TOKEN')
  return {
    ...{ scope: caller.scope.from(address), key, plan },
    countCall: () => auth.limits.mcpCalls.take(`${key.id}`),
    countChange: () => auth.limits.mcpChanges.take(`${key.id}`),
    noteRead(name) {
      const { companyId, viewer } = caller.scope
      const entry = { action: 'call', entity: 'apiKey', entityId: key.id, name: `${key.name}: ${name}` }
      return auth.refusals.note({ companyId, userId: viewer.userId, actor: viewer, address: address(), entry })
    },
    countMessage: () => auth.limits.sendApi.take(`key ${key.id}`, key.sendLimit),
  }
}
