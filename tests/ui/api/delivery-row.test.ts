import '../browser'
import { beforeAll, expect, test } from 'bun:test'
import { createElement } from 'react'
import type { Delivery } from '../../../src/features/platform/deliveries/model'
import { DeliveryRow } from '../../../ui/delivery-log/delivery-row'
import { loadAllTexts, startTexts } from '../../../ui/lib/texts'
import { render } from '../rendered'

beforeAll(async () => {
  await startTexts()
  await loadAllTexts('pt')
})

const delivery = {
  id: 1,
  state: 'delivered',
  attempts: 1,
  status: 200,
  error: null,
  duration: 12,
  nextAt: null,
} as const

test.each([
  ['ticket.closed', 'Atendimentos: encerramento', true],
  ['test', 'test', false],
])('a request with the event %s is titled %s', (event, title, hasName) => {
  const row = { ...delivery, event, createdAt: '2026-11-28T10:00:00.000Z' } as Delivery
  const element = render(createElement(DeliveryRow, { delivery: row, onChange: () => {} }))
  expect(element.querySelector('.font-medium')?.textContent).toBe(title)
  expect(element.querySelector('code')?.textContent === event).toBe(hasName)
})
