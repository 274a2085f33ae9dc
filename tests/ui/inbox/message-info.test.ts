import '../browser'
import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { formatDateTime } from '../../../ui/lib/time'
import { MessageInfoHost, openMessageInfo } from '../../../ui/pages/inbox/tickets/bubble/message-info'
import { until } from '../../until'
import { answerRequest, holdRequests } from '../held-requests'
import { render } from '../rendered'
import { signInForEachTest } from '../signed-in'
import { message } from './tickets-fixtures'

await signInForEachTest()

const times = { createdAt: '2026-11-20T12:30:00.000Z', sentAt: null, deliveredAt: null, readAt: null }
const read = '2026-11-20T12:41:00.000Z'

test.each([
  ['delivered and read', 3, { deliveredAt: '2026-11-20T12:31:00.000Z', readAt: read }, '2026-11-20T12:31:00.000Z'],
  ['read', 3, { readAt: read }, read],
])('a message of which only the times of being %s are known was sent no later', async (_, ack, known, latest) => {
  holdRequests()
  render(createElement(MessageInfoHost))
  openMessageInfo(message({ id: 7, fromMe: true, ack }))
  await answerRequest('GET /messages/info/7', { ...times, ...known })
  await until('the times are shown', () => document.body.textContent?.includes(formatDateTime(read)))
  const lines = [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
  expect(lines).toContain(`EnviadaAté ${formatDateTime(latest)}`)
  expect(document.body.textContent).not.toContain('Hora não informada')
})
