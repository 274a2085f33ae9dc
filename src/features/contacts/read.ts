import { sql } from 'kysely'
import type { Scope } from '../../core/scope'
import { hot, type Tables } from '../../core/storage/tenant'
import { AppError } from '../../shared/errors'
import type { Contact, ExtraInfo } from './model'

export const contactRows = (db: Tables) =>
  db
    .select('contacts')
    .select(['contacts.id', 'contacts.name', 'contacts.number', 'contacts.lid', 'contacts.waJid', 'contacts.email'])
    .select(['contacts.profilePicUrl', 'contacts.pictureAt', 'contacts.isGroup', 'contacts.disableBot'])
    .select(['contacts.createdAt', 'contacts.updatedAt'])
    .select([
      sql<
        string | null
      >`(select json_group_array(json_object('id', x.id, 'name', x.name, 'value', x.value) order by x.id)
        from contact_extra x where x."companyId" = contacts."companyId" and x."contactId" = contacts.id
        having count(*) > 0)`.as('extra'),
      sql<string | null>`(select json_group_array(a.number order by a.id) from contact_aliases a
        where a."companyId" = contacts."companyId" and a."contactId" = contacts.id and a.number is not null
        having count(*) > 0)`.as('aliases'),
    ])

const byId = hot<{ id: number }>()((db, p) => contactRows(db).where('contacts.id', '=', p('id')))
export type ContactRow = NonNullable<(typeof byId)['row']>

/** The row of a contact of this company. @throws ERR_NO_CONTACT_FOUND, also for another company's. */
export async function getContactRow(scope: Scope, id: number): Promise<ContactRow> {
  const row = await scope.db.first(byId, { id })
  if (!row) throw new AppError('ERR_NO_CONTACT_FOUND')
  return row
}

export const findContactRow = (scope: Scope, id: number): Promise<ContactRow | undefined> =>
  scope.db.first(byId, { id })

/** The contact as it leaves the server: never its LID. */
export function toContact(scope: Scope, row: ContactRow): Contact {
  return {
    id: row.id,
    name: row.name,
    number: row.number,
    otherNumbers: row.aliases === null ? [] : (JSON.parse(row.aliases) as string[]),
    email: row.email,
    profilePicUrl: row.profilePicUrl === '' ? '' : scope.ports.media.link(scope.companyId, row.profilePicUrl),
    isGroup: row.isGroup === 1,
    disableBot: row.disableBot === 1,
    extraInfo: row.extra === null ? [] : (JSON.parse(row.extra) as ExtraInfo[]),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
