import type { Reader } from '../../../../core/scope'
import { inTexts, listOf } from '../../../../core/storage/expressions'
import { type Html, html } from '../../../../shared/html'
import type { DocumentWords } from './contact-document'
import { fileOf, noteEntry } from './document-messages'

/**
 * Sections of a contact's data document (`contact-document.ts`) beside the conversations: scheduled messages, campaigns,
 * opt-outs and lists. A kind without entries has no section.
 */
export async function recordSections({ db }: Reader, words: DocumentWords): Promise<Html[]> {
  const { contact, numbers, texts } = words
  const theirs = inTexts(listOf(numbers))
  const planned = await db
    .select('schedules')
    .select(['body', 'sendAt', 'userId', 'mediaId'])
    .where('contactId', '=', contact.id)
    .execute()
  const sent = await db
    .select('campaign_recipients')
    .select(['text', 'sentAt'])
    .where('number', 'in', theirs)
    .where('sentAt', 'is not', null)
    .execute()
  const optOuts = await db.select('opt_outs').select(['at', 'reason', 'word']).where('number', 'in', theirs).execute()
  const lists = await db
    .select('contact_list_items')
    .select(['name', 'createdAt'])
    .where('number', 'in', theirs)
    .execute()
  const section = (title: string, entries: { at: string; text: string; userId?: number | null; file?: Html }[]) =>
    entries.length === 0
      ? []
      : [
          html`<h2>${title}</h2>
<ol>${entries.map((entry) => noteEntry(words, { userId: null, ...entry }, ''))}</ol>
`,
        ]
  return [
    ...section(
      texts.planned,
      planned.map(({ body, sendAt, userId, mediaId }) => ({
        ...{ at: sendAt, text: body, userId },
        file: fileOf(words, { mediaType: 'chat', mediaId }),
      })),
    ),
    ...section(
      texts.campaigns,
      sent.map(({ text, sentAt }) => ({ at: sentAt ?? '', text })),
    ),
    ...section(
      texts.optOut,
      optOuts.map(({ at, reason, word }) => ({ at, text: [word, reason].filter(Boolean).join(' · ') })),
    ),
    ...section(
      texts.lists,
      lists.map(({ name, createdAt }) => ({ at: createdAt, text: name })),
    ),
  ]
}
