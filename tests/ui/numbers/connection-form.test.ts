import '../browser'
import { expect, test } from 'bun:test'
import type { Connection } from '../../../src/features/numbers/connections/model'
import { type Hours, usualHours } from '../../../src/shared/hours'
import { connectionInput, makeConnectionForm } from '../../../ui/pages/numbers/connections/connection-form'

/** Stored hours count as a choice, so that only a person's change may store them. */

const connection = {
  ...{ id: 5, name: 'Loja', isDefault: true, provider: '', queueIds: [], schedules: [], holidays: [] },
  ...{ expiresTicket: 0, expiresWarning: 0, maxUseBotQueues: 3, timeUseBotQueues: 0, timeToTransfer: 0 },
} as unknown as Connection

test.each([
  ['without hours of its own', connection],
  ['with hours', { ...connection, ...usualHours } as Connection],
  ['that is new', null],
])('another provider of a connection %s sends no hours', (_, shown) => {
  const form = makeConnectionForm(shown)
  form.field('provider').value.value = 'Vivo'
  const input = connectionInput(form.values(), shown)
  expect(input.provider).toBe('Vivo')
  expect(Object.keys(input)).not.toContain('schedules')
  expect(Object.keys(input)).not.toContain('holidays')
})

test('changed hours are sent with the holidays', () => {
  const form = makeConnectionForm(connection)
  const { value } = form.field('hours')
  value.value = { ...value.peek(), ...usualHours } as Hours
  expect(connectionInput(form.values(), connection)).toMatchObject({ schedules: usualHours.schedules, holidays: [] })
})
