import type { Reader } from '../../../../core/scope'
import { localTime } from '../../../../core/time'
import type { Language } from '../../../../shared/enums'
import { type Html, html } from '../../../../shared/html'
import { documentEnd, documentHead, facts } from './document-frame'
import { type DocumentMessage, type FileMember, fileOf, messageEntry, noteEntry } from './document-messages'
import { recordSections } from './document-records'
import { documentTexts } from './document-texts'

export interface DocumentFacts {
  contact: { id: number; name: string; number: string | null; email: string; profilePicUrl: string; createdAt: string }
  /** All numbers of the person. */
  numbers: string[]
  company: { name: string; timeZone: string; language: Language }
  names: Record<'userId' | 'queueId' | 'whatsappId' | 'tagId', Map<number, string>>
  files: Map<string, FileMember>
}

export type DocumentWords = DocumentFacts & {
  texts: (typeof documentTexts)[Language]
  /** Local time of an ISO text. */
  time(at: string): string
}

/** Messages read at once. */
const batchSize = 500

/** Name of the document in the archive. */
export const documentName = ({ company }: DocumentFacts) => documentTexts[company.language].file

/** Yields the readable page with the data of a contact, in the company's language and time zone. */
export async function* contactDocument(scope: Reader, facts: DocumentFacts): AsyncGenerator<string> {
  const { contact, company } = facts
  const words = wordsOf(facts)
  const { texts, time } = words
  const title = texts.title.replace('{name}', () => contact.name)
  const made = texts.made.replace('{time}', time(new Date().toISOString())).replace('{zone}', company.timeZone)
  yield documentHead(company.language, title).text
  yield html`<p>${texts.lead.replace('{company}', () => company.name)}</p>
<p class="muted">${made}</p>
`.text
  yield (await personSection(scope, words)).text
  yield html`<h2>${texts.conversations}</h2>
`.text
  yield* conversations(scope, words)
  for (const section of await recordSections(scope, words)) yield section.text
  yield html`<h2>${texts.all}</h2>
<p>${texts.allLead}</p>
`.text
  yield documentEnd.text
}

function wordsOf(facts: DocumentFacts): DocumentWords {
  const { timeZone, language } = facts.company
  return { ...facts, texts: documentTexts[language], time: (at) => localTime(timeZone, at, { seconds: true }) }
}

async function personSection({ db }: Reader, words: DocumentWords): Promise<Html> {
  const { contact, numbers, files, texts, time } = words
  const extra = await db
    .select('contact_extra')
    .select(['name', 'value'])
    .where('contactId', '=', contact.id)
    .orderBy('id')
    .execute()
  const picture = files.has(contact.profilePicUrl)
    ? fileOf(words, { mediaType: 'image', mediaId: contact.profilePicUrl })
    : html``
  return html`<h2>${texts.person}</h2>
${picture}${facts([
  [texts.name, contact.name],
  [texts.number, phone(contact.number)],
  [
    texts.earlier,
    numbers
      .filter((number) => number !== contact.number)
      .map(phone)
      .join(', '),
  ],
  [texts.email, contact.email],
  [texts.since, time(contact.createdAt)],
  ...extra.map(({ name, value }): [string, string] => [name, value]),
])}`
}

const phone = (number: string | null) => (number === null ? '' : `+${number}`)

async function* conversations(scope: Reader, words: DocumentWords): AsyncGenerator<string> {
  const { contact, texts, names, time } = words
  const tickets = await scope.db
    .select('tickets')
    .select(['id', 'createdAt', 'whatsappId', 'queueId', 'userId'])
    .where('contactId', '=', contact.id)
    .orderBy('id')
    .execute()
  if (tickets.length === 0) yield html`<p>${texts.noConversations}</p>`.text
  for (const { id, createdAt, whatsappId, queueId, userId } of tickets) {
    yield html`<h3>${texts.conversation.replace('{id}', String(id))}</h3>
${facts([
  [texts.opened, time(createdAt)],
  [texts.connection, names.whatsappId.get(whatsappId ?? 0)],
  [texts.queue, names.queueId.get(queueId ?? 0)],
  [texts.agent, names.userId.get(userId ?? 0)],
  [texts.tags, await tagsOf(scope, id, names.tagId)],
])}<ol>
`.text
    for await (const message of messagesOf(scope, id, contact.id)) yield messageEntry(words, message).text
    yield html`</ol>
`.text
    yield (await notesOf(scope, id, words)).text
  }
}

async function tagsOf({ db }: Reader, ticketId: number, names: Map<number, string>): Promise<string> {
  const rows = await db.select('ticket_tags').select('tagId').where('ticketId', '=', ticketId).execute()
  return rows.map(({ tagId }) => names.get(tagId) ?? '').join(', ')
}

/** Messages of the person's conversation in one ticket, in the order in which they were stored. */
async function* messagesOf({ db }: Reader, ticketId: number, contactId: number): AsyncGenerator<DocumentMessage> {
  for (let after = 0; ; ) {
    const rows = await db
      .select('messages')
      .select(['id', 'createdAt', 'body', 'fromMe', 'origin', 'userId', 'senderName', 'mediaType', 'mediaId'])
      .select(['isDeleted', 'isEdited'])
      .where('ticketId', '=', ticketId)
      .where('contactId', '=', contactId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    yield* rows
    after = rows.at(-1)?.id ?? after
    if (rows.length < batchSize) return
  }
}

async function notesOf({ db }: Reader, ticketId: number, words: DocumentWords): Promise<Html> {
  const notes = await db
    .select('ticket_notes')
    .select(['note', 'userId', 'createdAt'])
    .where('ticketId', '=', ticketId)
    .orderBy('id')
    .execute()
  if (notes.length === 0) return html``
  return html`<p class="muted">${words.texts.notes}</p>
<ol>${notes.map((note) => noteEntry(words, { ...note, at: note.createdAt, text: note.note }))}</ol>
`
}
