import { expect, test } from 'bun:test'
import { BodyMemory } from '../../src/core/http/body-memory'

const mebibyte = 2 ** 20
const requestOf = () => new Request('http://localhost/')

/** Number of bodies of this size that companies may hold at once, each company as many as it can. */
function heldBy(memory: BodyMemory, companyIds: number[], size: number) {
  return companyIds.map((companyId) => {
    let count = 0
    try {
      for (; count < 1000; count++) memory.enter(requestOf(), companyId, size)
    } catch (error) {
      expect(error).toMatchObject({ code: 'ERR_BUDGET', detail: { budget: 'forms', retryAfter: 5 } })
    }
    return count
  })
}

test('a company holds two forms of 24 MiB; others can still send one each while two companies hold all they may', () => {
  expect(heldBy(new BodyMemory(), [1, 2, 3, 4], 24 * mebibyte)).toEqual([2, 2, 1, 1])
})

test('companies with many small files hold 64 MiB each, and 128 MiB together plus one file of each other company', () => {
  expect(heldBy(new BodyMemory(), [1, 2, 3], 2 * mebibyte)).toEqual([32, 32, 1])
})

test('all bodies together stay below 320 MiB, however many companies send them', () => {
  const memory = new BodyMemory()
  const companies = Array.from({ length: 50 }, (_, index) => index + 1)
  heldBy(memory, companies, 24 * mebibyte)
  expect(memory.bytes()).toBeLessThanOrEqual(320 * mebibyte)
})

test('a body of at most a MiB is not counted, and one that has left frees its bytes', () => {
  const memory = new BodyMemory()
  const request = requestOf()
  memory.enter(requestOf(), 1, mebibyte)
  memory.enter(request, 1, 60 * mebibyte)
  expect(memory.bytes(1)).toBe(60 * mebibyte)
  memory.leave(request)
  memory.leave(request)
  expect(memory.bytes()).toBe(0)
})
