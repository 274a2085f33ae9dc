import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { AppError } from '../../../../shared/errors'
import { onConnection } from '../../../../whatsapp/open-connection'
import { recordAuditEntry } from '../../../platform/audit/record'
import { getContactList } from '../read'
import type { NumberCheck, NumberCheckInput } from './model'
import { getCheck, publishCheck } from './read'

const connections = hot<{}>()((db) =>
  db.select('connections').select('id').orderBy('isDefault', 'desc').orderBy('id').limit(100),
)
const running = hot<{ contactListId: number }>()((db, p) =>
  db
    .select('number_checks')
    .select('id')
    .where('contactListId', '=', p('contactListId'))
    .where('state', '=', 'running'),
)

/**
 * Begins to check the numbers of a list that have no answer yet. A number asks for one list at a time; further lists
 * wait for their turn. @throws ERR_NO_CONTACT_LIST_FOUND, ERR_NO_WAPP_FOUND, ERR_NO_DEF_WAPP_FOUND without a connection,
 * ERR_NUMBER_CHECK_RUNNING
 */
export function startCheck(
  outer: Scope,
  contactListId: number,
  { whatsappId }: NumberCheckInput,
): Promise<NumberCheck> {
  return outer.transaction(async (scope) => {
    const list = await getContactList(scope, contactListId)
    if (await scope.db.first(running, { contactListId })) throw new AppError('ERR_NUMBER_CHECK_RUNNING')
    const chosen = await chooseConnection(scope, whatsappId)
    const total = list.contactsCount - list.validCount - list.invalidCount
    await scope.db.delete('number_checks').where('contactListId', '=', contactListId).execute()
    const userId = 'system' in scope.actor ? null : scope.actor.userId
    const row = { contactListId, whatsappId: chosen, total, userId, retryAt: null, endedAt: null }
    const { id } = await scope.db.insert('number_checks', row).returning('id').executeTakeFirstOrThrow()
    await enqueueCheck(scope, id, chosen)
    const entry = { action: 'check', entity: 'contactList', entityId: contactListId, name: list.name }
    await recordAuditEntry(scope, { ...entry, after: { numbers: total } })
    return publishCheck(scope, id)
  })
}

async function chooseConnection(scope: Scope, whatsappId: number | undefined): Promise<number> {
  const ids = (await scope.db.run(connections, {})).map(({ id }) => id)
  if (whatsappId !== undefined && !ids.includes(whatsappId)) throw new AppError('ERR_NO_WAPP_FOUND')
  const open = ids.find((id) => scope.ports.whatsapp.isOpen({ companyId: scope.companyId, whatsappId: id }))
  const chosen = whatsappId ?? open ?? ids[0]
  if (chosen === undefined) throw new AppError('ERR_NO_DEF_WAPP_FOUND')
  return chosen
}

const keyOf = (checkId: number) => `check:${checkId}`

const enqueueCheck = (scope: Scope, checkId: number, whatsappId: number) =>
  scope.enqueue(
    'number.check',
    { checkId },
    { ...onConnection(scope, whatsappId), key: keyOf(checkId), lane: `number-check:${whatsappId}` },
  )

/** Stops a check; answers so far stay. @throws ERR_NO_NUMBER_CHECK_FOUND, ERR_NUMBER_CHECK_STATE */
export function cancelCheck(outer: Scope, id: number): Promise<NumberCheck> {
  return outer.transaction(async (scope) => {
    const { state } = await getCheck(scope, id)
    if (state !== 'running') throw new AppError('ERR_NUMBER_CHECK_STATE')
    await scope.cancelJob('number.check', keyOf(id))
    return endCheck(scope, id, 'cancelled')
  })
}

/** Ends a check. Call within a transaction. */
export async function endCheck(scope: Scope, id: number, state: 'done' | 'cancelled'): Promise<NumberCheck> {
  const endedAt = new Date().toISOString()
  const change = { state, retryAt: null, endedAt, updatedAt: endedAt }
  await scope.db.update('number_checks').set(change).where('id', '=', id).execute()
  const ended = await publishCheck(scope, id)
  scope.publish('contactListItem', { action: 'reload', contactListId: ended.contactListId })
  return ended
}
