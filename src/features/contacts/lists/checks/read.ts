import type { Scope } from '../../../../core/scope'
import { hot, type Tables } from '../../../../core/storage/tenant'
import { AppError } from '../../../../shared/errors'
import { getContactList } from '../read'
import type { NumberCheck } from './model'

const checkRows = (db: Tables) =>
  db
    .select('number_checks')
    .innerJoin('connections', 'connections.id', 'number_checks.whatsappId')
    .select(['number_checks.id', 'number_checks.contactListId', 'number_checks.whatsappId', 'number_checks.state'])
    .select(['number_checks.total', 'number_checks.checked', 'number_checks.retryAt', 'number_checks.createdAt'])
    .select(['number_checks.endedAt', 'connections.name as connectionName'])

const byId = hot<{ id: number }>()((db, p) => checkRows(db).where('number_checks.id', '=', p('id')))
type Row = NonNullable<(typeof byId)['row']>
const newest = hot<{ contactListId: number }>()((db, p) =>
  checkRows(db)
    .where('number_checks.contactListId', '=', p('contactListId'))
    .orderBy('number_checks.id', 'desc')
    .limit(1),
)

/** The newest check of a list. @throws ERR_NO_CONTACT_LIST_FOUND */
export async function readLastCheck(scope: Scope, contactListId: number): Promise<{ numberCheck: NumberCheck | null }> {
  await getContactList(scope, contactListId)
  const row = await scope.db.first(newest, { contactListId })
  return { numberCheck: row ? toCheck(scope, row) : null }
}

/** @throws ERR_NO_NUMBER_CHECK_FOUND also for one of another company */
export async function getCheck(scope: Scope, id: number): Promise<NumberCheck> {
  const row = await scope.db.first(byId, { id })
  if (!row) throw new AppError('ERR_NO_NUMBER_CHECK_FOUND')
  return toCheck(scope, row)
}

const toCheck = ({ ports, companyId }: Scope, row: Row): NumberCheck => ({
  ...row,
  waitsForConnection: row.state === 'running' && !ports.whatsapp.isOpen({ companyId, whatsappId: row.whatsappId }),
})

/** Publishes the state of a check; returns it. */
export async function publishCheck(scope: Scope, id: number): Promise<NumberCheck> {
  const numberCheck = await getCheck(scope, id)
  scope.publish('numberCheck', { action: 'update', numberCheck })
  return numberCheck
}
