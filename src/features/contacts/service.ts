import { sql } from 'kysely'
import type { Scope } from '../../core/scope'
import { hot } from '../../core/tenant'
import { AppError } from '../../shared/errors'
import { pageSizes } from '../../shared/limits'
import { normaliseNumber, numberVariants } from '../../shared/phone'
import { fold } from '../../shared/text'
import { findContactByNumber } from './identify'
import type { Contact, ContactInput, ContactQuery } from './model'
import { contactRows, getContactRow, toContact } from './read'

const size = pageSizes.contacts

const onePage = hot<{ folded: string; id: number; limit: number; offset: number }>()((db, p) =>
  contactRows(db)
    .select('folded')
    .where(sql<boolean>`("folded", "id") > (${p('folded')}, ${p('id')})`)
    .orderBy('folded')
    .orderBy('id')
    .limit(p('limit'))
    .offset(p('offset')),
)
const matching = hot<{ text: string; digits: string; folded: string; id: number; limit: number; offset: number }>()(
  (db, p) =>
    contactRows(db)
      .select('folded')
      .where(sql<boolean>`("folded", "id") > (${p('folded')}, ${p('id')})`)
      .where(
        sql<boolean>`(instr("folded", ${p('text')}) > 0 or (${p('digits')} <> '' and instr("number", ${p('digits')}) > 0))`,
      )
      .orderBy('folded')
      .orderBy('id')
      .limit(p('limit'))
      .offset(p('offset')),
)
const countAll = hot<{}>()((db) => db.select('contacts').select((eb) => eb.fn.countAll<number>().as('count')))
const countMatching = hot<{ text: string; digits: string }>()((db, p) =>
  db
    .select('contacts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(
      sql<boolean>`(instr("folded", ${p('text')}) > 0 or (${p('digits')} <> '' and instr("number", ${p('digits')}) > 0))`,
    ),
)

/** A page of contacts by name; names are compared without accents, numbers by any three digits of theirs. */
export function listContacts(scope: Scope, { searchParam = '', pageNumber = 1, cursor }: ContactQuery) {
  const text = fold(searchParam)
  const typed = searchParam.replace(/\D/g, '')
  const digits = typed.length >= 3 ? typed : ''
  const after = parseCursor(cursor)
  const part = { ...after, limit: size + 1, offset: cursor === undefined ? (pageNumber - 1) * size : 0 }
  const rows = text === '' ? scope.db.run(onePage, part) : scope.db.run(matching, { ...part, text, digits })
  const total = text === '' ? scope.db.first(countAll, {}) : scope.db.first(countMatching, { text, digits })
  const hasMore = rows.length > size
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  return {
    contacts: shown.map((row) => toContact(scope, row)),
    hasMore,
    next: hasMore && last ? `${last.id}|${last.folded}` : null,
    count: total?.count ?? 0,
  }
}

function parseCursor(cursor: string | undefined) {
  if (cursor === undefined) return { folded: '', id: 0 }
  const at = cursor.indexOf('|')
  if (at < 1 || !/^\d{1,15}$/.test(cursor.slice(0, at))) throw new AppError('ERR_VALIDATION', { fields: ['cursor'] })
  return { folded: cursor.slice(at + 1), id: Number(cursor.slice(0, at)) }
}

export const getContact = (scope: Scope, id: number): Contact => toContact(scope, getContactRow(scope, id))

/** @throws ERR_WAPP_INVALID_CONTACT, ERR_DUPLICATED_CONTACT with the one there is */
export async function createContact(outer: Scope, input: ContactInput): Promise<Contact> {
  const { number, waJid } = await reachable(outer, input.number)
  return outer.transaction(async (scope) => {
    refuseTwin(scope, number, null)
    const { name, email = '', disableBot = false } = input
    const row = { name, email, number, waJid, lid: null, pictureAt: null, folded: fold(name) }
    const { id } = await scope.db
      .insert('contacts', { ...row, disableBot: disableBot ? 1 : 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const contact = getContact(scope, id)
    scope.publish('contact', { action: 'create', contact })
    return contact
  })
}

/** A group's number and a person's unchanged one are not looked up again. @throws as createContact */
export async function updateContact(outer: Scope, id: number, input: Partial<ContactInput>): Promise<Contact> {
  const before = getContactRow(outer, id)
  const typed = input.number === undefined || before.isGroup === 1 ? null : normaliseNumber(input.number)
  const moved = input.number !== undefined && before.isGroup === 0 && typed !== before.number
  const address = moved ? await reachable(outer, input.number ?? '') : null
  return outer.transaction(async (scope) => {
    getContactRow(scope, id)
    if (address) refuseTwin(scope, address.number, id)
    const { name, email, disableBot } = input
    const change = {
      ...(name === undefined ? {} : { name, folded: fold(name) }),
      ...(email === undefined ? {} : { email }),
      ...(disableBot === undefined ? {} : { disableBot: disableBot ? (1 as const) : (0 as const) }),
      ...address,
      updatedAt: new Date().toISOString(),
    }
    await scope.db.update('contacts').set(change).where('id', '=', id).execute()
    const contact = getContact(scope, id)
    scope.publish('contact', { action: 'update', contact })
    return contact
  })
}

/** With all tickets and messages; for admins (the route asks). */
export function deleteContact(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    getContactRow(scope, id)
    await scope.db.delete('contacts').where('id', '=', id).execute()
    scope.publish('contact', { action: 'delete', contactId: id })
    return { id }
  })
}

function refuseTwin(scope: Scope, number: string, id: number | null) {
  const twin = findContactByNumber(scope, number)
  if (twin && twin.id !== id) throw new AppError('ERR_DUPLICATED_CONTACT', { contactId: twin.id })
}

const openConnections = hot<{}>()((db) =>
  db.select('connections').select('id').orderBy('isDefault', 'desc').orderBy('id').limit(20),
)

/**
 * The canonical number and the address WhatsApp has for it, asked under all its forms when a connection is open; a
 * contact made while none is keeps the plain address (server-behaviour §11). @throws ERR_WAPP_INVALID_CONTACT
 */
async function reachable(scope: Scope, typed: string): Promise<{ number: string; waJid: string }> {
  const number = normaliseNumber(typed)
  if (!number) throw new AppError('ERR_WAPP_INVALID_CONTACT')
  const { whatsapp } = scope.ports
  const refs = scope.db.run(openConnections, {}).map(({ id }) => ({ companyId: scope.companyId, whatsappId: id }))
  const open = refs.find((connection) => whatsapp.isOpen(connection))
  if (!open) return { number, waJid: `${number}@s.whatsapp.net` }
  const found = await whatsapp.onWhatsApp(open, numberVariants(number)).catch(() => {
    throw new AppError('ERR_WAPP_CHECK_CONTACT')
  })
  if (!found[0]) throw new AppError('ERR_WAPP_INVALID_CONTACT')
  return { number, waJid: found[0].jid }
}
