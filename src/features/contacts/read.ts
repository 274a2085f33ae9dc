import type { Scope } from '../../core/scope'
import { hot, type Tables } from '../../core/tenant'
import { AppError } from '../../shared/errors'
import type { Contact } from './model'

export const contactRows = (db: Tables) =>
  db
    .select('contacts')
    .select(['id', 'name', 'number', 'lid', 'waJid', 'email', 'profilePicUrl', 'pictureAt', 'isGroup', 'disableBot'])
    .select(['createdAt', 'updatedAt'])

const byId = hot<{ id: number }>()((db, p) => contactRows(db).where('id', '=', p('id')))
export type ContactRow = NonNullable<(typeof byId)['row']>

/** The row of a contact of this company. @throws ERR_NO_CONTACT_FOUND, also for another company's. */
export function getContactRow(scope: Scope, id: number): ContactRow {
  const row = scope.db.first(byId, { id })
  if (!row) throw new AppError('ERR_NO_CONTACT_FOUND')
  return row
}

export const findContactRow = (scope: Scope, id: number): ContactRow | undefined => scope.db.first(byId, { id })

/** The contact as it leaves the server: never its LID. */
export function toContact(scope: Scope, row: ContactRow): Contact {
  return {
    id: row.id,
    name: row.name,
    number: row.number,
    email: row.email,
    profilePicUrl: row.profilePicUrl === '' ? '' : scope.ports.media.link(scope.companyId, row.profilePicUrl),
    isGroup: row.isGroup === 1,
    disableBot: row.disableBot === 1,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
