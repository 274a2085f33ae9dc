import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { foldText } from '../../../shared/text'
import { recordAuditEntry } from '../../platform/audit/record'
import { deleteDeliveriesOfContact } from '../../platform/deliveries/erase'
import { auditLabelOf } from '../contacts/audit-label'
import { type ContactRow, getContactRow } from '../contacts/read'
import { deleteContactRow } from '../contacts/service'
import { eraseListItems } from '../lists/erase'
import { eraseOptOuts } from '../opt-outs/erase'
import { deleteUnusedFiles, filesOf } from './files'
import { hidePerson } from './hide-person'
import type { ErasedCounts, EraseInput, Erasure } from './model'
import { deleteAddresses, emptyGroupMessages, namesOfContact } from './other-places'
import { insertProof } from './proof'
import { enqueueScrubGroups } from './scrub-groups'

/**
 * Erases a contact: tickets, messages, notes, drafts, schedules, files, address book entries, entries in
 * contact lists, and messages in groups. Jobs then remove quotes by others and empty the write-ahead log. A
 * proof without name and number stays (docs/erasure.md). A later message of the same person creates a new contact.
 * @throws ERR_CONFIRMATION unless the contact's number was typed, or its name if it has no number
 */
export async function eraseContact(outer: Scope, id: number, { confirmation, reason = '' }: EraseInput) {
  const { erasure, paths } = await outer.transaction(async (scope) => {
    const contact = await getContactRow(scope, id)
    if (!isConfirmed(contact, confirmation)) throw new AppError('ERR_CONFIRMATION')
    const { numbers } = await namesOfContact(scope, contact)
    const person = { numbers, name: contact.name }
    const { counts, paths } = await eraseRows(scope, contact)
    const erasure = await insertProof(scope, contact, counts, hidePerson(reason.trim(), person))
    const name = auditLabelOf({ id, name: '', number: null })
    await recordAuditEntry(scope, {
      action: 'erase',
      entity: 'contact',
      entityId: id,
      name,
      after: { ...counts, proof: erasure.id },
    })
    return { erasure, paths }
  })
  // the daily sweep removes files whose deletion fails here
  await Promise.all(paths.map((path) => outer.ports.media.remove(path)))
  return erasure satisfies Erasure
}

function isConfirmed({ number, name }: ContactRow, typed: string): boolean {
  if (number === null) return foldText(typed.trim()) === foldText(name.trim())
  return typed.replace(/\D/g, '') === number
}

async function eraseRows(scope: Scope, contact: ContactRow): Promise<{ counts: ErasedCounts; paths: string[] }> {
  const { id } = contact
  const names = await namesOfContact(scope, contact)
  const files = await filesOf(scope, contact)
  const counted = await countAll(scope, id)
  await deleteDeliveriesOfContact(scope, id)
  await deleteContactRow(scope, id)
  const inGroups = await emptyGroupMessages(scope, names, files)
  const addresses = await deleteAddresses(scope, names)
  await eraseOptOuts(scope, names.numbers)
  await eraseListItems(scope, names.numbers)
  await scope.call('personErased', names.numbers)
  const { paths, bytes } = await deleteUnusedFiles(scope, files)
  await enqueueScrubGroups(scope, names, [contact.name])
  return { counts: { ...counted, inGroups, addresses, files: paths.length, bytes }, paths }
}

async function countAll(scope: Scope, contactId: number) {
  const ownRows = (table: 'tickets' | 'messages' | 'schedules') =>
    scope.db
      .select(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('contactId', '=', contactId)
  const ofTickets = (table: 'ticket_notes' | 'drafts') =>
    scope.db
      .select(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('ticketId', 'in', scope.db.select('tickets').select('id').where('contactId', '=', contactId))
  const count = async (query: { executeTakeFirst(): Promise<{ count: number } | undefined> }) =>
    Number((await query.executeTakeFirst())?.count ?? 0)
  return {
    tickets: await count(ownRows('tickets')),
    messages: await count(ownRows('messages')),
    schedules: await count(ownRows('schedules')),
    notes: await count(ofTickets('ticket_notes')),
    drafts: await count(ofTickets('drafts')),
  }
}
