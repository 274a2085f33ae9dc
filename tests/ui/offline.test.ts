import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { isOffline, reportAnswer, reportReachable, reportUnreachable } from '../../ui/lib/offline'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  reportReachable()
  jest.useRealTimers()
})
const after = (ms: number) => {
  jest.advanceTimersByTime(ms)
  return isOffline.value
}

test('a page that has just loaded waits 10 s for its first socket', () => {
  reportUnreachable()
  expect(after(9900)).toBe(false)
  expect(after(200)).toBe(true)
})

test('a server that answers nothing is offline after 3 s', () => {
  reportUnreachable()
  expect(after(2900)).toBe(false)
  reportUnreachable()
  expect(after(200)).toBe(true)
})

test('a server that answers requests is offline 10 s after the socket was lost, however often it answers', () => {
  reportUnreachable()
  expect(after(2000)).toBe(false)
  reportAnswer()
  expect(after(7000)).toBe(false)
  reportAnswer()
  expect(after(1100)).toBe(true)
})

test('a socket that becomes ready in time shows no outage', () => {
  reportUnreachable()
  reportAnswer()
  expect(after(5000)).toBe(false)
  reportReachable()
  expect(after(20_000)).toBe(false)
})
