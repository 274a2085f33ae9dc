import { afterEach, expect, test } from 'bun:test'
import { cleanUp, serve, signIn } from './balcao'

afterEach(cleanUp)

type Body = Record<string, unknown> | FormData | null
type Case = [name: string, method: string, path: string, body: Body, status: number, answer: object]

const refused = (...fields: string[]) => ({ error: 'ERR_VALIDATION', fields })
const noTicket = { error: 'ERR_NO_TICKET_FOUND' }
let queues = 0
const queue = (orderQueue: number) => ({ name: `Setor ${++queues}`, color: `#00aa${10 + queues}`, orderQueue })
function form(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

/** Requests with fields for which Elysia has a checker of its own, which the executable compiles at its first use. */
const cases = (): Case[] => [
  ['number in the query', 'GET', '/announcements?pageNumber=1', null, 200, { records: [] }],
  ['number below its minimum', 'GET', '/announcements?pageNumber=0', null, 422, refused('pageNumber')],
  ['number above its maximum', 'GET', '/announcements?pageNumber=1e15', null, 422, refused('pageNumber')],
  ['fraction', 'GET', '/announcements?pageNumber=1.5', null, 422, refused('pageNumber')],
  ['text instead of a number', 'GET', '/announcements?pageNumber=um', null, 422, refused('pageNumber')],
  ['id in the path', 'GET', '/tickets/999', null, 404, noTicket],
  ['id below its minimum', 'GET', '/tickets/0', null, 422, refused()],
  ['flag', 'GET', '/tickets?showAll=true', null, 200, { tickets: [] }],
  ['text instead of a flag', 'GET', '/tickets?showAll=talvez', null, 422, refused('showAll')],
  ['integer', 'POST', '/queue', queue(3), 200, { orderQueue: 3 }],
  ['integer below its minimum', 'POST', '/queue', queue(-1), 422, refused('orderQueue')],
  ['list as text', 'POST', '/messages/999', form({ body: 'Oi', waveform: '[0,100]' }), 404, noTicket],
  ['invalid list as text', 'POST', '/messages/999', form({ body: 'Oi', waveform: '[101]' }), 422, refused('waveform')],
  ['object as text', 'POST', '/messages/999', form({ body: 'Oi', quotedMsg: '{"id":1}' }), 404, noTicket],
  [
    'invalid object as text',
    'POST',
    '/messages/999',
    form({ body: 'Oi', quotedMsg: '{"id":"um"}' }),
    422,
    refused('quotedMsg'),
  ],
]

test('fields of every kind, valid and invalid, sent to the executable twice, are converted and refused', async () => {
  const serving = await serve()
  const authorization = `Bearer ${await signIn(serving)}`
  for (const [name, method, path, body, status, answer] of [...cases(), ...cases()]) {
    const isForm = body instanceof FormData
    const headers = { authorization, ...(body && !isForm && { 'content-type': 'application/json' }) }
    const request = { method, headers, body: isForm ? body : body && JSON.stringify(body) }
    const response = await fetch(`${serving.url}/api${path}`, request)
    expect([name, response.status, await response.json()]).toEqual([name, status, expect.objectContaining(answer)])
  }
})
