import type { Scope } from '../../../core/scope'
import { hot, type Tables } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import { getContactList } from '../lists/read'
import type { ContactImport } from './model'

/** Where the people of an import go: into a list, or into the contacts. */
export type ImportTarget = 'list' | 'contacts'

const columns = [
  ...(['id', 'contactListId', 'source', 'fileName', 'state', 'reason', 'total', 'handled', 'added', 'filled'] as const),
  ...(['known', 'repeated', 'invalid', 'leftOut', 'optedOut', 'preview', 'createdAt', 'endedAt'] as const),
] as const
const importRows = (db: Tables) => db.select('contact_imports').select(columns)

const byId = hot<{ id: number }>()((db, p) => importRows(db).where('id', '=', p('id')))
type Row = NonNullable<(typeof byId)['row']>
const ofList = hot<{ contactListId: number; limit: number }>()((db, p) =>
  importRows(db).where('contactListId', '=', p('contactListId')).orderBy('id', 'desc').limit(p('limit')),
)
const ofContacts = hot<{ limit: number }>()((db, p) =>
  importRows(db).where('contactListId', 'is', null).orderBy('id', 'desc').limit(p('limit')),
)

/** Ended imports that a list keeps, and those into the contacts. */
export const importsKept = 3

/** The last imports into a list, newest first. @throws ERR_NO_CONTACT_LIST_FOUND */
export async function listImports(scope: Scope, contactListId: number): Promise<ContactImport[]> {
  await getContactList(scope, contactListId)
  return (await scope.db.run(ofList, { contactListId, limit: importsKept })).map(toImport)
}

/** The last imports into the contacts, newest first. */
export const listContactImports = async (scope: Scope): Promise<ContactImport[]> =>
  (await scope.db.run(ofContacts, { limit: importsKept })).map(toImport)

/** @throws ERR_NO_CONTACT_IMPORT_FOUND also for one of another company, or of the other target */
export async function getImport(scope: Scope, id: number, target?: ImportTarget): Promise<ContactImport> {
  const row = await scope.db.first(byId, { id })
  const isOther = target !== undefined && (row?.contactListId === null) !== (target === 'contacts')
  if (!row || isOther) throw new AppError('ERR_NO_CONTACT_IMPORT_FOUND')
  return toImport(row)
}

const toImport = ({ preview, ...row }: Row): ContactImport => ({
  ...row,
  preview: row.state === 'mapping' && preview !== null ? parseJson(preview) : null,
})

/**
 * Publishes the state of an import; returns it. Imports into the contacts are published without the start of the file,
 * because all users receive them.
 */
export async function publishImport(scope: Scope, id: number): Promise<ContactImport> {
  const made = await getImport(scope, id)
  if (made.contactListId === null)
    scope.publish('contactImport', { action: 'update', contactImport: { ...made, preview: null } })
  else scope.publish('contactListImport', { action: 'update', contactListImport: made })
  return made
}
