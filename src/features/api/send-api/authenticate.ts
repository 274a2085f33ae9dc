import { admitKey, assertLicensed } from '../../../core/http/guard'
import type { Rate } from '../../../core/http/rate-limit'
import { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { keyStart } from '../../../shared/key-scopes'
import type { ConnectionRef } from '../../../whatsapp/contract'
import type { Authenticator } from '../../accounts/auth/authenticator'
import { findByToken } from '../../numbers/connections/token'
import { hasLicenceEnded } from '../../platform/company/licence'
import { sendLimitOf } from '../../platform/settings/send-limit'

/** An API client authenticated by an API key or a connection's token. */
export interface ApiClient {
  scope: Scope
  /** Connection of the token; null for a key, whose requests may name one. */
  connection: ConnectionRef | null
  /** The plan includes flows and integrations. */
  useIntegrations: boolean
}

/** Request of an API client, before its body is read. */
export interface ApiRequest {
  method: string
  /** Path with its placeholders. */
  route: string
  authorization: string
  address: () => string
  /** Receives the state of the limit, also when the request is refused by it. */
  onRate: (rate: Rate) => void
}

/**
 * Authenticates an API client before the body is read: by an API key, or by a connection's token, when plan and licence
 * allow it. Changes are limited per token and key, reads more widely. Wrong tokens are limited by address; a valid one of
 * the same address still works, because another program there may have an old one.
 * @throws ERR_API_TOKEN, ERR_KEY_SCOPE, ERR_RATE_LIMIT, ERR_NO_PERMISSION, ERR_COMPANY_DISABLED,
 * ERR_SUBSCRIPTION_EXPIRED, ERR_WAPP_NOT_INITIALIZED for a change by a token whose connection is not open
 */
export async function authenticateClient(auth: Authenticator, request: ApiRequest): Promise<ApiClient> {
  const [scheme, token = ''] = request.authorization.split(' ')
  const isKey = scheme === 'Bearer' && token.startsWith(keyStart)
  return isKey ? clientOfKey(auth, request, token) : clientOfToken(auth, request, scheme === 'Bearer' ? token : '')
}

async function clientOfKey(auth: Authenticator, request: ApiRequest, token: string): Promise<ApiClient> {
  const caller = await auth.authenticateKey(token, request.address, ({ id, sendLimit }) =>
    takeOne(auth, request, `key ${id}`, sendLimit),
  )
  admitKey(caller, request.method, request.route)
  assertLicensed(caller)
  const scope = Scope.for(auth.platform.ports, caller.scope.companyId, { system: 'api' }).from(request.address)
  return { scope, connection: null, useIntegrations: caller.plan.useIntegrations }
}

async function clientOfToken(auth: Authenticator, request: ApiRequest, token: string): Promise<ApiClient> {
  const { platform, limits } = auth
  const client = await findByToken(platform, token)
  if (!client) {
    limits.apiToken.take(request.address())
    throw new AppError('ERR_API_TOKEN')
  }
  const { companyId, whatsappId } = client
  takeOne(auth, request, `${whatsappId}`, sendLimitOf(client))
  if (client.companyStatus !== 1) throw new AppError('ERR_COMPANY_DISABLED')
  if (hasLicenceEnded(client)) throw new AppError('ERR_SUBSCRIPTION_EXPIRED', { dueDate: client.dueDate })
  if (client.useExternalApi !== 1) throw new AppError('ERR_NO_PERMISSION')
  if (request.method !== 'GET' && client.status !== 'CONNECTED') throw new AppError('ERR_WAPP_NOT_INITIALIZED')
  const scope = Scope.for(platform.ports, companyId, { system: 'api' }).from(request.address)
  return { scope, connection: { companyId, whatsappId }, useIntegrations: client.useIntegrations === 1 }
}

/** Counts the request against the limit of its token or key. @throws ERR_RATE_LIMIT */
function takeOne({ limits }: Authenticator, { method, onRate }: ApiRequest, client: string, sendLimit?: number) {
  const [bucket, burst] = method === 'GET' ? [limits.readApi] : [limits.sendApi, sendLimit]
  try {
    bucket.take(client, burst)
  } finally {
    onRate(bucket.rateOf(client, burst))
  }
}
