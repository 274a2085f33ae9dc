import type { Scope } from '../../core/scope'
import { hot, type Tables } from '../../core/storage/tenant'
import { AppError } from '../../shared/errors'
import { getContactList } from '../contact-lists/read'
import type { ContactImport } from './model'

const columns = [
  ...(['id', 'contactListId', 'source', 'fileName', 'state', 'reason', 'total', 'handled', 'added', 'known'] as const),
  ...(['repeated', 'invalid', 'optedOut', 'preview', 'createdAt', 'endedAt'] as const),
] as const
const importRows = (db: Tables) => db.select('contact_list_imports').select(columns)

const byId = hot<{ id: number }>()((db, p) => importRows(db).where('id', '=', p('id')))
type Row = NonNullable<(typeof byId)['row']>
const ofList = hot<{ contactListId: number; limit: number }>()((db, p) =>
  importRows(db).where('contactListId', '=', p('contactListId')).orderBy('id', 'desc').limit(p('limit')),
)

/** Imports that a list keeps. */
export const importsKept = 3

/** The last imports into a list, newest first. @throws ERR_NO_CONTACT_LIST_FOUND */
export async function listImports(scope: Scope, contactListId: number): Promise<ContactImport[]> {
  await getContactList(scope, contactListId)
  return (await scope.db.run(ofList, { contactListId, limit: importsKept })).map(toImport)
}

/** @throws ERR_NO_CONTACT_IMPORT_FOUND also for one of another company */
export async function getImport(scope: Scope, id: number): Promise<ContactImport> {
  const row = await scope.db.first(byId, { id })
  if (!row) throw new AppError('ERR_NO_CONTACT_IMPORT_FOUND')
  return toImport(row)
}

const toImport = ({ preview, ...row }: Row): ContactImport => ({
  ...row,
  preview: row.state === 'mapping' && preview !== null ? JSON.parse(preview) : null,
})

/** Publishes the state of an import; returns it. */
export async function publishImport(scope: Scope, id: number): Promise<ContactImport> {
  const contactImport = await getImport(scope, id)
  scope.publish('contactListImport', { action: 'update', contactListImport: contactImport })
  return contactImport
}
