import { hot } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import type { ConnectionRef } from '../../../whatsapp/contract'
import type { ApiClient } from './authenticate'

/** The default connection first. */
const connectionsOfCompany = hot<{}>()((db) =>
  db.select('connections').select(['id', 'isDefault', 'status']).orderBy('isDefault', 'desc').orderBy('id'),
)

/**
 * Returns the open connection that sends a request: that of the token; for a key the one that the request names, else the
 * default one, else the only one.
 * @throws ERR_NO_WAPP_FOUND, ERR_VALIDATION when a key must name one, ERR_WAPP_NOT_INITIALIZED
 */
export async function connectionOf({ scope, connection }: ApiClient, named?: number): Promise<ConnectionRef> {
  if (connection && named !== undefined && named !== connection.whatsappId) throw new AppError('ERR_NO_WAPP_FOUND')
  if (connection) return connection
  const all = await scope.db.run(connectionsOfCompany, {})
  const usual = all.length === 1 || all[0]?.isDefault === 1 ? all[0] : undefined
  if (named === undefined && !usual && all.length > 0) throw new AppError('ERR_VALIDATION', { fields: ['whatsappId'] })
  const found = named === undefined ? usual : all.find(({ id }) => id === named)
  if (!found) throw new AppError('ERR_NO_WAPP_FOUND')
  if (found.status !== 'CONNECTED') throw new AppError('ERR_WAPP_NOT_INITIALIZED')
  return { companyId: scope.companyId, whatsappId: found.id }
}
