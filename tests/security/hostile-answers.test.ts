import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { stallFile } from '../../src/core/process/stall-record'
import { cleanUp, type Serving, serve } from '../executable/balcao'
import { until } from '../until'
import { type CompanyLogin, openCompany, request, withoutWhatsApp } from './companies'
import { hostileValues } from './hostile-json'
import { Rows } from './rows'

/** The executable beside a service whose answers are long, nested and odd, also after it was killed and started again. */

let answer = ''
let isSilent = false
let asked = 0
const service = Bun.serve({
  port: 0,
  idleTimeout: 0,
  fetch() {
    asked++
    return isSilent ? new Promise<Response>(() => {}) : new Response(answer)
  },
})
const address = `http://127.0.0.1:${service.port}/`
const environment = { ...withoutWhatsApp, BALCAO_LOG_LEVEL: 'warn', BALCAO_INTERNAL_HOSTS: `127.0.0.1:${service.port}` }

let serving: Serving
let company: CompanyLogin
beforeAll(async () => {
  serving = await serve(environment)
  company = await openCompany({ ...serving, providerToken: '' }, 'Aninhada')
})
afterAll(async () => {
  await cleanUp()
  await service.stop(true)
})

/**
 * Processor time in ms of one piece of work: twice the bar of 100 ms, because tests share their processors. Measured on two
 * busy cores on 2026-11-29: 70 ms for NUL characters, at most 25 ms for the others.
 */
const maxPiece = 200

/** Runs the work and expects that the main thread needs little of it and is not said to stand still. */
async function expectLittleWork(what: string, work: () => Promise<unknown>) {
  const before = serving.mainThreadMs()
  await work()
  expect([what, serving.mainThreadMs() - before < maxPiece]).toEqual([what, true])
  expect([what, existsSync(stallFile(serving.dataDir))]).toEqual([what, false])
}

test('a request node that saves twenty values of each hostile answer holds up no other request', async () => {
  const flow = await new Rows(company).get('flow')
  const saves = Array.from({ length: 20 }, (_, at) => ({ path: '', key: `value${at}` }))
  const body = { method: 'GET', url: address, headers: [], body: '', saves }
  const path = `/flowbuilder/flow/${flow}/try/request`
  for (const [name, value] of Object.entries(hostileValues)) {
    answer = value
    await expectLittleWork(name, () => request(serving.url, company.token, 'POST', path, body))
  }
}, 300_000)

test('webhooks with hostile answers are delivered, also those begun before the process was killed', async () => {
  const webhook = { name: 'Hostil', url: address, events: ['message.created'] }
  const { id } = await request<{ id: number }>(serving.url, company.token, 'POST', '/webhooks', webhook)
  const send = () => request(serving.url, company.token, 'POST', `/webhooks/${id}/test`)
  for (const [name, value] of Object.entries(hostileValues)) {
    answer = value
    const before = asked
    await expectLittleWork(name, async () => {
      await send()
      await until('the request of the webhook', () => asked > before)
    })
  }
  isSilent = true
  const before = asked
  await Promise.all(Array.from({ length: 5 }, send))
  await until('the requests of the webhooks', () => asked >= before + 5)
  await serving.stop('SIGKILL')
  isSilent = false
  answer = hostileValues['lists of 30,000 levels'] as string
  const repeated = asked + 5
  serving = await serve({ ...environment, BALCAO_DATA_DIR: serving.dataDir })
  await until('the repeated requests of the webhooks', () => asked >= repeated)
  await expectLittleWork('after the restart', () => fetch(`${serving.url}/healthz`))
}, 300_000)
