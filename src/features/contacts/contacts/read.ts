import type { Reader, Scope } from '../../../core/scope'
import { jsonObjects, jsonValues } from '../../../core/storage/expressions'
import { hot, type Tables } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import type { Contact, ExtraInfo } from './model'

/** Query of contacts with their additional fields and aliases as JSON, to which callers add conditions. */
export const contactRows = (db: Tables) =>
  db
    .select('contacts')
    .select(['contacts.id', 'contacts.name', 'contacts.number', 'contacts.lid', 'contacts.waJid', 'contacts.email'])
    .select(['contacts.profilePicUrl', 'contacts.pictureAt', 'contacts.isGroup', 'contacts.disableBot'])
    .select(['contacts.createdAt', 'contacts.updatedAt'])
    .select(({ selectFrom }) => [
      selectFrom('contact_extra as x')
        .whereRef('x.companyId', '=', 'contacts.companyId')
        .whereRef('x.contactId', '=', 'contacts.id')
        .select(jsonObjects({ id: 'x.id', name: 'x.name', value: 'x.value' }, 'x.id').as('json'))
        .having(({ eb, fn, lit }) => eb(fn.countAll(), '>', lit(0)))
        .as('extra'),
      selectFrom('contact_aliases as a')
        .whereRef('a.companyId', '=', 'contacts.companyId')
        .whereRef('a.contactId', '=', 'contacts.id')
        .where('a.number', 'is not', null)
        .select(jsonValues('a.number', 'a.id').as('json'))
        .having(({ eb, fn, lit }) => eb(fn.countAll(), '>', lit(0)))
        .as('aliases'),
      selectFrom('opt_outs as o')
        .whereRef('o.companyId', '=', 'contacts.companyId')
        .whereRef('o.number', '=', 'contacts.number')
        .select('o.at')
        .as('optedOutAt'),
    ])

const byId = hot<{ id: number }>()((db, p) => contactRows(db).where('contacts.id', '=', p('id')))
export type ContactRow = NonNullable<(typeof byId)['row']>

/** The row of a contact. @throws ERR_NO_CONTACT_FOUND also for a contact of another company */
export async function getContactRow(scope: Reader, id: number): Promise<ContactRow> {
  const row = await scope.db.first(byId, { id })
  if (!row) throw new AppError('ERR_NO_CONTACT_FOUND')
  return row
}

export const findContactRow = (scope: Scope, id: number): Promise<ContactRow | undefined> =>
  scope.db.first(byId, { id })

/** Numbers of a person: the contact's own and those of contacts merged into it. */
export const numbersOf = ({ number, aliases }: ContactRow): string[] => [
  ...(number === null ? [] : [number]),
  ...(aliases === null ? [] : (parseJson(aliases) as string[])),
]

/** The contact as returned by the API, without its LID. */
export function toContact(scope: Scope, row: ContactRow): Contact {
  return {
    id: row.id,
    name: row.name,
    number: row.number,
    otherNumbers: row.aliases === null ? [] : (parseJson(row.aliases) as string[]),
    email: row.email,
    profilePicUrl: row.profilePicUrl === '' ? '' : scope.mediaLink(row.profilePicUrl),
    isGroup: row.isGroup === 1,
    disableBot: row.disableBot === 1,
    optedOutAt: row.isGroup === 1 ? null : row.optedOutAt,
    extraInfo: row.extra === null ? [] : (parseJson(row.extra) as ExtraInfo[]),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
