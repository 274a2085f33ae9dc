import type { Flag } from '../../../../core/storage/schema'
import type { MediaType, Origin } from '../../../../shared/enums'
import { type Html, html } from '../../../../shared/html'
import type { DocumentWords } from './contact-document'

/** A file beside the document. */
export interface FileMember {
  /** Path within the archive. */
  member: string
  name: string
  mime: string
}

export interface DocumentMessage {
  id: number
  createdAt: string
  body: string
  fromMe: Flag
  origin: Origin
  userId: number | null
  senderName: string
  mediaType: MediaType
  mediaId: string | null
  isDeleted: Flag
  isEdited: Flag
}

/** A message with author, local time, text and file. */
export function messageEntry(words: DocumentWords, message: DocumentMessage): Html {
  const { texts, time } = words
  const { fromMe, body, isDeleted, isEdited, createdAt } = message
  const marks = [...(isDeleted ? [texts.deleted] : []), ...(isEdited ? [texts.edited] : [])]
  return html`<li${fromMe ? html` class="own"` : ''}><strong>${authorOf(words, message)}</strong> <time datetime="${createdAt}">${time(createdAt)}</time>${marks.map((mark) => html` <em>(${mark})</em>`)}
${fileOf(words, message)}<div class="text">${body}</div></li>
`
}

/** A text that a colleague wrote, or a record with its time. */
export const noteEntry = (
  { names, time }: DocumentWords,
  { at, text, userId, file = html`` }: { at: string; text: string; userId: number | null; file?: Html },
  style = 'note',
) => html`<li class="${style}"><strong>${names.userId.get(userId ?? 0) ?? ''}</strong> <time datetime="${at}">${time(at)}</time>
${file}<div class="text">${text}</div></li>
`

function authorOf({ names, texts, contact, company }: DocumentWords, message: DocumentMessage): string {
  const { fromMe, origin, userId, senderName } = message
  if (!fromMe) return senderName || contact.name
  return names.userId.get(userId ?? 0) ?? texts.origins[origin] ?? company.name
}

/** The file of a message: shown or played where browsers can, else a link; its kind in words without one. */
export function fileOf(
  { files, texts }: DocumentWords,
  { mediaType, mediaId }: Pick<DocumentMessage, 'mediaType' | 'mediaId'>,
): Html {
  if (mediaType === 'chat' && mediaId === null) return html``
  const kind = texts.kinds[mediaType] ?? texts.kinds.application ?? ''
  const file = mediaId === null ? undefined : files.get(mediaId)
  if (!file) return html`<p class="muted">${mediaId === null ? kind : `${kind}: ${texts.missing}`}</p>`
  const link = html`<p><a href="${file.member}">${kind}: ${file.name}</a></p>`
  if (file.mime.startsWith('image/'))
    return html`<img src="${file.member}" alt="${kind}: ${file.name}" loading="lazy">${link}`
  if (file.mime.startsWith('audio/')) return html`<audio controls preload="none" src="${file.member}"></audio>${link}`
  if (file.mime.startsWith('video/')) return html`<video controls preload="none" src="${file.member}"></video>${link}`
  return link
}
