import type { ExpressionBuilder } from 'kysely'
import type { Scope } from '../../../core/scope'
import type { Database } from '../../../core/storage/schema'
import { hot } from '../../../core/storage/tenant'
import type { Addressee } from '../../../shared/campaign/text'
import { ack } from '../../../shared/enums'
import { parseJson } from '../../../shared/json'
import { numberOfAnswer } from '../../contacts/contacts/number-answers'

/** Person of a list or tag with the address for messages. */
export interface CampaignTarget extends Addressee {
  /** Row of the list's item or of the contact; ascending. */
  id: number
  jid: string
}

/** Where the recipients come from: a list or the contacts with a tag. */
interface Audience {
  contactListId: number | null
  tagId: number | null
}

interface Page {
  source: number
  after: number
  limit: number
}
const validItems = hot<Page>()((db, p) =>
  db
    .select('contact_list_items')
    .select(['id', 'name', 'number', 'email', 'variables', 'waJid'])
    .where('contactListId', '=', p('source'))
    .where('validity', '=', 'valid')
    .where('waJid', 'is not', null)
    .where('id', '>', p('after'))
    .orderBy('id')
    .limit(p('limit')),
)
/**
 * Condition on a contact whose address exists for certain: the person has written, a message has reached the phone, or
 * WhatsApp has confirmed the number. A contact that was typed while no number was connected has a guessed address.
 */
export const hasVerifiedAddress = ({ or, exists, selectFrom }: ExpressionBuilder<Database, 'contacts'>) =>
  or([
    exists(
      selectFrom('messages')
        .select('messages.id')
        .whereRef('messages.companyId', '=', 'contacts.companyId')
        .whereRef('messages.contactId', '=', 'contacts.id')
        .where(({ or, eb }) => or([eb('messages.fromMe', '=', 0), eb('messages.ack', '>=', ack.delivered)])),
    ),
    exists(
      selectFrom('whatsapp_addresses')
        .select('whatsapp_addresses.number')
        .whereRef('whatsapp_addresses.companyId', '=', 'contacts.companyId')
        .whereRef('whatsapp_addresses.number', '=', 'contacts.number')
        .where('whatsapp_addresses.jid', 'is not', null),
    ),
  ])

const taggedContacts = hot<Page>()((db, p) =>
  db
    .select('contacts')
    .select(['contacts.id', 'contacts.name', 'contacts.number', 'contacts.email', 'contacts.waJid'])
    .where('contacts.isGroup', '=', 0)
    .where('contacts.number', 'is not', null)
    .where('contacts.id', '>', p('after'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('ticket_tags')
          .innerJoin('tickets', (join) =>
            join
              .onRef('tickets.id', '=', 'ticket_tags.ticketId')
              .onRef('tickets.companyId', '=', 'ticket_tags.companyId'),
          )
          .select('ticket_tags.ticketId')
          .whereRef('ticket_tags.companyId', '=', 'contacts.companyId')
          .whereRef('tickets.contactId', '=', 'contacts.id')
          .where('ticket_tags.tagId', '=', p('source')),
      ),
    )
    .where(hasVerifiedAddress)
    .orderBy('contacts.id')
    .limit(p('limit')),
)

type TargetRow = Omit<CampaignTarget, 'number' | 'jid' | 'variables'> & {
  number: string | null
  waJid: string | null
  variables?: string
}

/**
 * Returns a page of people with a verified address: items of a list that are on WhatsApp, or contacts with a number
 * whose tickets have the tag. Groups have no number; a contact is returned once. The number is WhatsApp's, so that two
 * numbers of one account get one message.
 */
export async function listTargets(
  scope: Scope,
  audience: Audience,
  after: number,
  limit: number,
): Promise<CampaignTarget[]> {
  const { contactListId, tagId } = audience
  const page = { source: (contactListId ?? tagId) as number, after, limit }
  if (page.source === null) return []
  const names = contactListId === null ? {} : await variablesOfList(scope, contactListId)
  const rows: TargetRow[] =
    contactListId === null ? await scope.db.run(taggedContacts, page) : await scope.db.run(validItems, page)
  return rows.map(({ number, waJid, variables = '{}', ...row }) => {
    const jid = waJid as string
    const values = { ...names, ...(parseJson(variables) as Record<string, string>) }
    return { ...row, variables: values, number: numberOfAnswer(number as string, jid), jid }
  })
}

const itemById = hot<{ id: number }>()((db, p) =>
  db
    .select('contact_list_items')
    .select(['name', 'number', 'email', 'variables', 'contactListId'])
    .where('id', '=', p('id')),
)
const contactById = hot<{ id: number }>()((db, p) =>
  db.select('contacts').select(['name', 'number', 'email']).where('id', '=', p('id')),
)

/** An item of a list as a recipient; undefined for another company's. */
export async function findItem(scope: Scope, id: number): Promise<Addressee | undefined> {
  const row = await scope.db.first(itemById, { id })
  if (!row) return undefined
  const { variables, contactListId, ...person } = row
  return { ...person, variables: { ...(await variablesOfList(scope, contactListId)), ...parseJson(variables) } }
}

const listById = hot<{ id: number }>()((db, p) =>
  db.select('contact_lists').select('variables').where('id', '=', p('id')),
)

/** Variables of a list, each empty: a person without a value of its own gets none, not the name of the variable. */
export async function variablesOfList(scope: Scope, contactListId: number): Promise<Record<string, string>> {
  const row = await scope.db.first(listById, { id: contactListId })
  return Object.fromEntries((parseJson(row?.variables ?? '[]') as string[]).map((name) => [name, '']))
}

/** A contact as a recipient; undefined for another company's. */
export async function findContact(scope: Scope, id: number): Promise<Addressee | undefined> {
  const row = await scope.db.first(contactById, { id })
  return row && { ...row, number: row.number ?? '' }
}
