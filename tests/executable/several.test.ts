import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Control, createControl } from '../../emulator/control-client'
import { type Several, startSeveral } from '../../scripts/several/start'
import { demoConnections, people, staff } from '../../src/demo/people'
import { until } from '../until'
import './balcao' // builds the executable

/** `bun run demo --several`: three nodes, PostgreSQL, a stand-in for S3 and a balancer. */

const directory = mkdtempSync(join(tmpdir(), 'balcao-several-test-'))
let several: Several
let control: Control

beforeAll(async () => {
  several = await startSeveral(directory, 0)
  control = createControl(several.phonesUrl)
  await control.automatic({ paused: true })
})
afterAll(async () => {
  await several?.stop()
  rmSync(directory, { recursive: true, force: true })
})

interface Tab {
  request(method: string, path: string, body?: unknown): Promise<Answer>
  /** Texts of received messages. */
  heard: string[]
  /** Address under which the page is now. */
  moveTo(url: string): void
}
interface Answer {
  tickets: { id: number; contact: { name: string } }[]
  messages: { body: string }[]
  ticket: string
  token: string
}

/** A browser of one of the staff at the given address, with a websocket that connects again when it is cut. */
async function openTab(index: number, address: string): Promise<Tab> {
  let url = address
  const { email, password } = staff[index] as (typeof staff)[number]
  const origin = several.url
  let token = ''
  const request = async (method: string, path: string, body?: unknown) => {
    const headers = { origin, host: new URL(origin).host, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  token = (await request('POST', '/auth/login', { email, password })).token
  const heard: string[] = []
  const connect = async () => {
    const { ticket } = await request('POST', '/auth/ws-ticket')
    const options = { headers: { origin, host: new URL(origin).host } }
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?token=${ticket}`, options as never)
    const events: string[] = []
    socket.onmessage = ({ data }) => {
      const { event, data: content } = JSON.parse(data)
      events.push(event)
      if (content?.message?.body) heard.push(content.message.body)
    }
    socket.onclose = () => setTimeout(() => connect().catch(() => {}), 200)
    await until('the socket', () => events.includes('ready'))
  }
  await connect()
  return {
    request,
    heard,
    moveTo(address) {
      url = address
    },
  }
}

test('a conversation is answered across two nodes, and goes on when one of the nodes is killed', async () => {
  const [first, second, third] = several.nodes
  const admin = await openTab(0, second!.url)
  const supervisor = await openTab(1, third!.url)
  const { tickets } = await admin.request('GET', '/tickets?status=open&showAll=true')
  const ticket = tickets[0] as Answer['tickets'][number]
  const phone = people.find(({ name }) => name === ticket.contact.name)!.number

  await admin.request('POST', `/messages/${ticket.id}`, { body: 'Resposta pelo segundo nó' })
  await control.waitForMessage({ phone, text: 'Resposta pelo segundo nó' })
  await until('the reply at the third node', () => supervisor.heard.includes('Resposta pelo segundo nó'))
  await control.send({ from: phone, to: demoConnections.linked.number, content: 'Pergunta da cliente' })
  await until('the question at both', () =>
    [admin, supervisor].every(({ heard }) => heard.includes('Pergunta da cliente')),
  )
  await supervisor.request('POST', `/messages/${ticket.id}`, { body: 'Resposta pelo terceiro nó' })
  await control.waitForMessage({ phone, text: 'Resposta pelo terceiro nó' })

  await second!.kill('SIGKILL')
  admin.moveTo(third!.url) // as the balancer does
  await admin.request('POST', `/messages/${ticket.id}`, { body: 'Resposta depois do fim de um nó' })
  await control.waitForMessage({ phone, text: 'Resposta depois do fim de um nó', timeout: 150_000 })
  await until('the reply at both', () =>
    [admin, supervisor].every(({ heard }) => heard.includes('Resposta depois do fim de um nó')),
  )
  const thread = await control.thread({ phone })
  const own = thread.map((bubble) => (bubble as { text?: string }).text).filter((text) => text?.startsWith('Resposta'))
  expect(own).toEqual(['Resposta pelo segundo nó', 'Resposta pelo terceiro nó', 'Resposta depois do fim de um nó'])
  expect((await fetch(`${first!.url}/readyz`)).status).toBe(200)
})

test('the balancer serves the page and its requests by the nodes that are ready', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => fetch(`${several.url}/api/system`)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await (await fetch(several.url)).text()).toContain('<title>')
})
