import type { JobHandler } from '../../../core/jobs/job'
import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { recordAuditEntry } from '../../platform/audit/record'
import { getContactList } from './read'

/**
 * Deletes a list: it disappears at once, and a job deletes its people. Finished, cancelled and unscheduled campaigns lose
 * their list. @throws ERR_NO_CONTACT_LIST_FOUND, ERR_CONTACT_LIST_IN_USE with the names of scheduled and running campaigns
 */
export function deleteContactList(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    const { name, contactsCount } = await getContactList(scope, id)
    const campaigns = (await scope.call('campaignsNaming', { kind: 'contactList', id })).flat()
    if (campaigns.length > 0) throw new AppError('ERR_CONTACT_LIST_IN_USE', { campaigns })
    await scope.db.update('campaigns').set({ contactListId: null }).where('contactListId', '=', id).execute()
    const deletedAt = new Date().toISOString()
    await scope.db.update('contact_lists').set({ deletedAt }).where('id', '=', id).execute()
    await scope.enqueue('contactList.delete', { contactListId: id })
    await recordAuditEntry(scope, {
      ...{ action: 'delete', entity: 'contactList', entityId: id, name },
      before: { name, contactsCount },
    })
    scope.publish('contactList', { action: 'delete', contactListId: id })
    return { id }
  })
}

/** People deleted in one transaction: about 5 ms of the writer's time. */
const batchSize = 500

const someItems = hot<{ contactListId: number; limit: number }>()((db, p) =>
  db
    .delete('contact_list_items')
    .where(
      'id',
      'in',
      db.select('contact_list_items').select('id').where('contactListId', '=', p('contactListId')).limit(p('limit')),
    )
    .returning('id'),
)

const someErrors = hot<{ contactListId: number; limit: number }>()((db, p) =>
  db
    .delete('contact_import_errors')
    .where(
      'id',
      'in',
      db
        .select('contact_import_errors')
        .innerJoin('contact_imports', 'contact_imports.id', 'contact_import_errors.importId')
        .select('contact_import_errors.id')
        .where('contact_imports.contactListId', '=', p('contactListId'))
        .limit(p('limit')),
    )
    .returning('id'),
)

/** Deletes the people of a deleted list and the refused rows of its imports, some at a time, then the list. */
export const deleteListItems: JobHandler<{ contactListId: number }> = {
  timeoutSeconds: 600,
  concurrency: 2,
  perGroup: 1,
  async run(outer, { contactListId }) {
    for (const query of [someItems, someErrors])
      for (let deleted = batchSize; deleted === batchSize; )
        deleted = await outer.transaction(
          async ({ db }) => (await db.run(query, { contactListId, limit: batchSize })).length,
        )
    await outer.transaction(({ db }) => db.delete('contact_lists').where('id', '=', contactListId).execute())
  },
}
