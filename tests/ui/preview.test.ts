import './browser'
import { expect, test } from 'bun:test'
import { preview } from '../../src/features/messages/preview'
import { type MediaType, mediaTypes } from '../../src/shared/enums'
import { lastMessage } from '../../ui/pages/tickets/list/preview'

const bodies: Partial<Record<MediaType, string>> = {
  sticker: 'sticker',
  locationMessage: 'https://maps.google.com/maps?q=-23,-46|-23, -46',
  contactMessage: 'Priscila Amaral',
  call_log: 'voice',
}

test.each(mediaTypes)('the preview recognises a last message of type %s', (mediaType) => {
  const kind = mediaType === 'chat' ? null : mediaType
  const body = bodies[mediaType]
  expect(lastMessage(preview(mediaType, body ?? 'bom *dia*', null))).toEqual({ kind, text: body ? '' : 'bom dia' })
})
