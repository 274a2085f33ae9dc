import './browser'
import { expect, test } from 'bun:test'
import { connections, isConnectionDown } from '../../ui/lib/connections'
import { session } from '../../ui/lib/session'
import { ana } from './browser'

test.each([
  ['admin', 'DISCONNECTED', true],
  ['admin', 'CONNECTED', false],
  ['supervisor', 'DISCONNECTED', false],
  ['user', 'DISCONNECTED', false],
])('the menu of a %s marks a connection that is %s: %p', (profile, status, marked) => {
  session.value = { kind: 'in', me: { ...ana, profile } as never }
  connections.put({ id: 1, status } as never)
  expect(isConnectionDown.value).toBe(marked)
})
