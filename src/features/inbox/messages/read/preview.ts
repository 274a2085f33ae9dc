import type { MediaType } from '../../../../shared/enums'
import { oneLine } from '../../../../shared/text'
import type { MessageDetail } from '../model'

/** Symbols shown in a list row for messages without text; symbols need no translation. */
const symbols: Partial<Record<MediaType, string>> = {
  image: '📷',
  video: '🎥',
  audio: '🎤',
  application: '📄',
  sticker: '🏷️',
  locationMessage: '📍',
  contactMessage: '👤',
  call_log: '📞',
  unsupported: '❔',
}

/** Shown in place of a deleted message. */
export const deletedPreview = '🚫'

/** Types whose body is not text by the sender: the symbol alone is shown. */
const wordless: MediaType[] = ['locationMessage', 'contactMessage', 'sticker', 'call_log']

/** Returns the line a list shows for a message: its text or caption, else the file's name. */
export function preview(mediaType: MediaType, body: string, detail: MessageDetail | null): string {
  const symbol = symbols[mediaType]
  if (!symbol) return oneLine(body)
  if (wordless.includes(mediaType)) return symbol
  return oneLine(`${symbol} ${body || detail?.fileName || ''}`)
}
