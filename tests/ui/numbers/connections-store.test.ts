import '../browser'
import { expect, jest, test } from 'bun:test'
import { connections, isConnectionDown, needsAttention } from '../../../ui/lib/connections'
import { session } from '../../../ui/lib/session'
import { ana } from '../browser'

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

test('a connection that opens by itself is marked after 30 s, a disconnected one after 2 s, a connected one never', () => {
  jest.useFakeTimers()
  try {
    session.value = { kind: 'in', me: { ...ana, profile: 'admin' } as never }
    const markedAfter = (status: string, ms: number) => {
      connections.put({ id: 1, status } as never)
      jest.advanceTimersByTime(ms)
      return needsAttention.value
    }
    expect(markedAfter('CONNECTED', 0)).toBe(false)
    expect(markedAfter('OPENING', 29_000)).toBe(false)
    expect(markedAfter('DISCONNECTED', 2000)).toBe(true)
    expect(markedAfter('CONNECTED', 0)).toBe(false)
    expect(markedAfter('OPENING', 30_000)).toBe(true)
  } finally {
    jest.useRealTimers()
  }
})
