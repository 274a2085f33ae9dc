import type { MediaType } from '../../shared/enums'
import { oneLine } from '../../shared/text'
import type { MessageDetail } from './model'

/** What stands for a message without words in a list row; symbols, because a row is read in any language. */
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

/** Their bodies stand in for what a card or a picture shows. */
const wordless: MediaType[] = ['locationMessage', 'contactMessage', 'sticker', 'call_log']

/** The line a list shows for a message (server-behaviour §1.6): its text or caption, else the file's name. */
export function preview(mediaType: MediaType, body: string, detail: MessageDetail | null): string {
  const symbol = symbols[mediaType]
  if (!symbol) return oneLine(body)
  if (wordless.includes(mediaType)) return symbol
  return oneLine(`${symbol} ${body || detail?.fileName || ''}`)
}
