import { describe, expect, test } from 'bun:test'
import { ClientTurns, RequestTurns } from '../../src/core/http/request-turns'
import type { CompanyId } from '../../src/core/storage/schema'
import { AppError } from '../../src/shared/errors'

const [busy, other] = [1, 2] as CompanyId[] as [CompanyId, CompanyId]

/** Requests that take `cost` ms of a clock which only they advance; `begun` lists their companies in order. */
function requestsOf(cost: number) {
  let time = 0
  const turns = new RequestTurns<CompanyId>(() => time)
  const begun: CompanyId[] = []
  const ask = async (company: CompanyId) => {
    await turns.enter(company)
    begun.push(company)
    time += cost
  }
  return { ask, begun, turns }
}

describe('RequestTurns', () => {
  test('a company with a hundred long requests delays the request of another company by one', async () => {
    const { ask, begun } = requestsOf(20)
    await ask(busy)
    const all = Array.from({ length: 100 }, () => ask(busy))
    await Promise.all([...all, ask(other)])
    expect(begun.indexOf(other)).toBeWithin(1, 4)
    expect(begun).toHaveLength(102)
  })

  test('short requests of one turn of the event loop begin at once', async () => {
    const { ask, begun } = requestsOf(0.2)
    const all = Array.from({ length: 15 }, () => ask(busy))
    await Promise.resolve()
    expect(begun).toHaveLength(15)
    await Promise.all(all)
  })

  test('the first request of a later turn begins at once', async () => {
    const { ask, begun, turns } = requestsOf(20)
    await ask(busy)
    expect(turns.enter(other)).toBeInstanceOf(Promise)
    await Bun.sleep(1)
    expect(turns.enter(other)).toBeUndefined()
    expect(begun).toEqual([busy])
  })

  test('the 10,001st waiting request of a company is refused with ERR_RATE_LIMIT, one of another company waits', async () => {
    const { ask, turns } = requestsOf(20)
    await ask(busy)
    for (let n = 0; n < 10_000; n++) void turns.enter(busy)
    expect(() => turns.enter(busy)).toThrow(AppError)
    expect(turns.enter(other)).toBeInstanceOf(Promise)
  })
})

test('an address with many invented tokens delays another address by one turn, and its own other client by a rotation', async () => {
  const turns = new ClientTurns()
  const order: string[] = []
  const wait = (address: string, token: string) =>
    turns.wait(address, token).then(() => order.push(`${address} ${token}`))
  const all = Array.from({ length: 200 }, (_, n) => wait('stranger', `${n}`))
  all.push(wait('office', 'a'), wait('office', 'a'), wait('office', 'b'))
  await Promise.all(all)
  expect(order.indexOf('office a')).toBeLessThan(4)
  expect(order.indexOf('office b')).toBeLessThan(6)
  expect(order.length).toBe(203)
})
