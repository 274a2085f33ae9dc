import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJson } from '../../../../shared/json'
import type { DumpRow } from '../dump'
import { emptyRows, type FormerCompany, type Gathered } from '../gathered'
import type { FormerSystem } from '../source'
import type { ChatwootClient } from './client'
import { readConversations } from './conversations'
import { type Fields, fieldsOf, listOf, rowOf, scalarText, timeText } from './fields'

/**
 * An account of Chatwoot as a former system: read once, a page at a time; messages wait in a file of `work`, attachments
 * in its folder `files`.
 */
export class ChatwootSource implements FormerSystem {
  private readonly lines: string
  /** Folder with the attachments after `gather`. */
  readonly files: string

  constructor(
    private readonly client: ChatwootClient,
    work: string,
  ) {
    this.lines = join(work, 'chatwoot.lines')
    this.files = join(work, 'files')
    mkdirSync(this.files, { recursive: true })
  }

  async gather(): Promise<Gathered> {
    const { client } = this
    const account = fieldsOf(await client.get(''))
    const rows = emptyRows()
    rows.Users = listOf(await client.get('agents')).map(toUser)
    rows.Whatsapps = listOf(await client.get('inboxes')).map(({ id, name }) => rowOf({ id, name }))
    rows.Queues = listOf(await client.get('teams')).map(({ id, name }) => rowOf({ id, name }))
    for (const { id } of rows.Queues)
      for (const member of listOf(await client.get(`teams/${id}/team_members`)))
        rows.UserQueues.push(rowOf({ queueId: id, userId: member.id }))
    rows.Tags = listOf(await client.get('labels')).map(({ id, title, color }) => rowOf({ id, name: title, color }))
    rows.QuickMessages = listOf(await client.get('canned_responses')).map(toQuickMessage)
    await this.readContacts(rows)
    await this.readConversations(rows)
    return { companies: [{ id: 1, row: rowOf({ name: account.name }), rows }], homeless: 0 }
  }

  async *messages(): AsyncGenerator<DumpRow> {
    const file = await open(this.lines, 'a+')
    try {
      for await (const line of file.readLines()) yield parseJson<DumpRow>(line)
    } finally {
      await file.close()
    }
  }

  private async readContacts(rows: FormerCompany['rows']) {
    const taken = new Set<string | null>()
    for (let page = 1; ; page++) {
      const listed = listOf(await this.client.get('contacts', { page, sort: 'name' }))
      const fresh = listed.filter(({ id }) => !taken.has(scalarText(id)))
      if (fresh.length === 0) return
      for (const fields of fresh) {
        taken.add(scalarText(fields.id))
        rows.Contacts.push(toContact(fields))
        rows.ContactCustomFields.push(...toExtra(fields))
      }
    }
  }

  private async readConversations(rows: FormerCompany['rows']) {
    const tags = new Map(rows.Tags.map(({ id, name }) => [name, id]))
    for await (const { ticket, labels, messages, notes, files } of readConversations(this.client)) {
      rows.Tickets.push(ticket)
      rows.TicketNotes.push(...notes)
      for (const label of labels) rows.TicketTags.push(rowOf({ ticketId: ticket.id, tagId: tags.get(label) }))
      for (const [name, url] of files) await this.storeFile(name, url)
      appendFileSync(this.lines, messages.map((message) => `${JSON.stringify(message)}\n`).join(''))
    }
  }

  private async storeFile(name: string, url: string) {
    const bytes = await this.client.file(url)
    if (bytes) writeFileSync(join(this.files, name), bytes)
  }
}

const toUser = ({ id, name, email, role }: Fields): DumpRow =>
  rowOf({ id, name, email, profile: role === 'administrator' ? 'admin' : 'user' })

const toQuickMessage = ({ id, short_code: shortcode, content: message }: Fields): DumpRow =>
  rowOf({ id, shortcode, message, geral: true })

/** The number is in its own field, or in the identifier, which bridges to WhatsApp fill with its address. */
function toContact({ id, name, email, phone_number: phone, identifier, created_at: createdAt }: Fields): DumpRow {
  const jid = /@(s\.whatsapp\.net|lid|g\.us)$/.test(String(identifier)) ? identifier : null
  return rowOf({
    id,
    name,
    email,
    number: phone ?? String(jid ?? '').split('@')[0],
    remoteJid: jid,
    createdAt: timeText(createdAt),
  })
}

const toExtra = ({ id, custom_attributes: attributes }: Fields): DumpRow[] =>
  Object.entries(fieldsOf(attributes)).map(([name, value]) => rowOf({ contactId: id, name, value }))
