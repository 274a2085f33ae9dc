import '../browser'
import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { preview } from '../../../src/features/inbox/messages/read/preview'
import { type MediaType, mediaTypes } from '../../../src/shared/enums'
import { AttentionList } from '../../../ui/layout/notifications/attention-list'
import { waitingTickets } from '../../../ui/lib/attention'
import { lastMessage, Preview } from '../../../ui/pages/inbox/tickets/list/preview'
import { ana } from '../browser'
import { render } from '../rendered'
import { signInForEachTest } from '../signed-in'
import { ticket } from './tickets-fixtures'

await signInForEachTest()

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

test.each([
  ['an own reply', true, { origin: 'agent', userId: ana.id, name: 'Ana' }, 'Você:até já'],
  ['a colleague’s reply', true, { origin: 'agent', userId: 50, name: 'Rafael Prado' }, 'Rafael:até já'],
  ['a text of the robot', true, { origin: 'bot', userId: null, name: '' }, 'Robô:até já'],
  ['a message from the phone', true, { origin: 'phone', userId: null, name: '' }, 'Celular:até já'],
  ['a customer’s message', false, { origin: 'customer', userId: null, name: 'Lívia Ramos' }, 'até já'],
] as const)('the preview of %s names its author', (_, lastMessageFromMe, lastMessageBy, text) => {
  const row = ticket({ lastMessage: 'até já', lastMessageFromMe, lastMessageBy })
  expect(render(createElement(Preview, { ticket: row, isSelected: false })).textContent).toBe(text)
})

test('the preview of a group names the member who wrote', () => {
  const lastMessageBy = { origin: 'customer' as const, userId: null, name: 'Lívia Ramos' }
  const row = ticket({ isGroup: true, lastMessage: 'até já', lastMessageBy })
  expect(render(createElement(Preview, { ticket: row, isSelected: false })).textContent).toBe('Lívia:até já')
})

test('the list of the bell names the author of a last message', () => {
  const lastMessageBy = { origin: 'bot' as const, userId: null, name: '' }
  waitingTickets.put(ticket({ status: 'pending', lastMessage: 'até já', lastMessageFromMe: true, lastMessageBy }))
  expect(render(createElement(AttentionList, { onGo() {} })).textContent).toContain('Robô:até já')
  waitingTickets.clear()
})
