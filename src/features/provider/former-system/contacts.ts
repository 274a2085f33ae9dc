import { limits } from '../../../shared/limits'
import { foldText } from '../../../shared/text'
import type { DumpRow } from './dump'
import type { FormerCompany } from './gathered'
import type { Losses } from './losses'
import { NewIds } from './new-ids'
import type { Line } from './people'
import { flagOf, idOf, lineOf, textOf, timeOf } from './values'

interface Address {
  number: string | null
  lid: string | null
  waJid: string
}

/** Contacts with their further fields. A number that comes twice becomes one contact. */
export function convertContacts({ rows }: FormerCompany, losses: Losses) {
  const contacts = new NewIds()
  const groups = new Set<number>()
  const taken = new Map<string, number>()
  const lines = rows.Contacts.flatMap((row) => {
    const address = addressOf(row)
    const former = idOf(row, 'id')
    if (!address) {
      losses.add('contactNumber')
      return []
    }
    const known = taken.get(address.waJid)
    if (known !== undefined) {
      losses.add('contactRepeated')
      if (former !== null) contacts.share(former, known)
      return []
    }
    const id = contacts.take(former)
    taken.set(address.waJid, id)
    if (address.waJid.endsWith('@g.us')) groups.add(id)
    return [toContact(row, id, address)]
  })
  return { contacts, groups, lines, extra: toExtra(rows.ContactCustomFields, contacts) }
}

/** WhatsApp's address of a contact, from the columns of all generations; null without a usable one. */
function addressOf(row: DumpRow): Address | null {
  const jid = textOf(row, 'remoteJid', 'jid')
  const digits = textOf(row, 'number').replaceAll(/[^\d-]/g, '')
  if (flagOf(row, 'isGroup') || jid.endsWith('@g.us')) {
    const group = /^\d{5,}(-\d+)?/.exec(jid || digits)?.[0]
    return group ? { number: null, lid: null, waJid: `${group}@g.us` } : null
  }
  const lid = /^(\d+)@lid$/.exec(jid || textOf(row, 'lid'))?.[1]
  const number = /^[1-9]\d{7,14}$/.test(digits) && digits !== lid ? digits : null
  if (number) return { number, lid: lid ?? null, waJid: `${number}@s.whatsapp.net` }
  return lid ? { number: null, lid, waJid: `${lid}@lid` } : null
}

function toContact(row: DumpRow, id: number, address: Address): Line {
  const now = new Date().toISOString()
  const name = lineOf(textOf(row, 'name', 'pushname'), limits.whatsappName.max, address.number ?? address.waJid)
  const createdAt = timeOf(row, 'createdAt', now)
  return {
    ...{ id, name, searchText: foldText(name), ...address },
    email: lineOf(textOf(row, 'email'), limits.email.max),
    isGroup: address.waJid.endsWith('@g.us') ? 1 : 0,
    disableBot: flagOf(row, 'disableBot') ? 1 : 0,
    ...{ createdAt, updatedAt: timeOf(row, 'updatedAt', createdAt) },
  }
}

/** Further fields of contacts, at most as many as a person may enter. */
function toExtra(rows: DumpRow[], contacts: NewIds): Line[] {
  const counts = new Map<number, number>()
  const ids = new NewIds()
  return rows.flatMap((row) => {
    const contactId = contacts.of(idOf(row, 'contactId'))
    const name = lineOf(textOf(row, 'name'), limits.extraName.max)
    const value = lineOf(textOf(row, 'value'), limits.extraValue.max)
    const count = contactId === null ? 0 : (counts.get(contactId) ?? 0)
    if (contactId === null || !name || !value || count >= limits.extraInfo) return []
    counts.set(contactId, count + 1)
    return [{ id: ids.take(null), contactId, name, value }]
  })
}
