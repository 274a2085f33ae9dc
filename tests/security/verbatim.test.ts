import { beforeAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { receiveBatch } from '../../src/features/inbox/messages/receive/receive'
import type { ConnectionRef } from '../../src/whatsapp/contract'
import { editOf, reactionTo, textMessage } from '../inbound-events'
import { createInstallation } from '../installation'
import { fileNames, scripts } from './corpus'

/**
 * Texts of users and customers are stored and returned unchanged, as JSON that no browser renders as a page; the
 * interface displays them as text. File names are never used as paths.
 */

let installation: Awaited<ReturnType<typeof createInstallation>>
let ref: ConnectionRef
beforeAll(async () => {
  installation = await createInstallation({ clock: () => ++hours * 3_600_000 })
  const { companyId, id: whatsappId } = await installation.insertConnection()
  ref = { companyId, whatsappId }
  installation.whatsapp.openConnections.add(whatsappId)
})
/** An hour passes at each look, so that no budget is spent. */
let hours = 0

/** Sends a request to the server. */
async function request(who: 'ana' | 'bob', method: string, path: string, body?: object | Blob) {
  const headers = new Headers({ authorization: `Bearer ${await installation.tokenOf(who)}` })
  if (body && !(body instanceof Blob)) headers.set('content-type', 'application/json')
  const sent = body instanceof Blob ? body : body && JSON.stringify(body)
  const answer = await installation.app.handle(new Request(`http://localhost${path}`, { method, headers, body: sent }))
  await installation.store.idle()
  return answer
}

/** Returns the body of a response that browsers treat as data only. */
async function getJson(path: string) {
  const answer = await request('ana', 'GET', path)
  expect(answer.headers.get('content-type')).toStartWith('application/json')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  return answer.json()
}

const receive = (...batch: Parameters<typeof receiveBatch>[2]) => receiveBatch(installation.systemScope(), ref, batch)

/** Creates an open ticket of bob, with its own customer. */
async function openConversation() {
  const { insertTicket, acme } = installation
  const ticket = { status: 'open', userId: 3, queueId: 1, whatsappId: ref.whatsappId } as const
  const { id: ticketId, contactId } = await insertTicket(ticket)
  const contact = await acme.select('contacts').select('number').where('id', '=', contactId).executeTakeFirstOrThrow()
  return { ticketId, contactId, number: contact.number as string }
}

interface Shown {
  body: string
  fromMe: boolean
  detail: unknown
  quotedMsg: { body: string } | null
  reactions: { emoji: string }[]
}

test('the corpus has more than 80 different texts', () => {
  expect(new Set(scripts).size).toBe(scripts.length)
  expect(scripts.length).toBeGreaterThan(80)
})

test.each(scripts.map((script) => [script] as const))(
  '%s from a customer is stored and returned unchanged',
  async (script) => {
    const { number, ticketId } = await openConversation()
    const before = installation.published.length
    const chat = { number, lid: null, jid: `${number}@s.whatsapp.net`, isGroup: false }
    const contacts = [{ name: script, numbers: [script] }]
    const plain = textMessage({ chat, body: script, pushName: script, at: '2030-01-01T00:00:01.000Z' })
    const card = textMessage({
      chat,
      body: script,
      mediaType: 'contactMessage',
      detail: { contacts },
      at: '2030-01-01T00:00:02.000Z',
    })
    const answer = textMessage({
      chat,
      body: 'quoting',
      quoted: { waId: 'unknown', body: script, mediaType: 'chat', fromMe: true },
      at: '2030-01-01T00:00:03.000Z',
    })
    const changed = textMessage({ chat, body: 'before', at: '2030-01-01T00:00:04.000Z' })
    await receive(plain, card, answer, changed)
    await receive(editOf(changed, script), reactionTo(plain, '❤️'))
    const { messages } = (await getJson(`/api/messages/${ticketId}`)) as { messages: Shown[] }
    const [first, second, third, fourth] = messages.filter(({ fromMe }) => !fromMe)
    expect([first?.body, second?.body, fourth?.body]).toEqual([script, script, script])
    expect(JSON.stringify(second?.detail ?? {})).toContain(JSON.stringify(script))
    expect(third?.quotedMsg?.body ?? script).toBe(script)
    expect(JSON.stringify(installation.published.slice(before))).toContain(JSON.stringify(script))
  },
)

test.each(scripts.map((script) => [script] as const))(
  '%s as a name or a reply is returned unchanged or refused',
  async (script) => {
    const { ticketId, contactId } = await openConversation()
    const name = script.slice(0, 50)
    const saved: [method: string, path: string, body: object, read: string][] = [
      ['PUT', `/api/contacts/${contactId}`, { name }, `/api/contacts/${contactId}`],
      ['PUT', '/api/queue/1', { name, greetingMessage: script }, '/api/queue/1'],
      ['POST', '/api/whatsapp', { name, greetingMessage: script }, '/api/whatsapp'],
      ['PUT', '/api/users/1', { name }, '/api/users/list'],
      ['POST', `/api/messages/${ticketId}`, { body: script }, `/api/messages/${ticketId}`],
    ]
    for (const [method, path, body, read] of saved) {
      const answer = await request(path.includes('messages') ? 'bob' : 'ana', method, path, body)
      const { status } = answer
      expect([path, [200, 201, 400, 409, 422].includes(status)]).toEqual([path, true])
      const wanted = 'name' in body ? name.trim() : script
      if (status < 300)
        expect([path, textsOf(await getJson(read)).map((text) => text.trim())]).toEqual([
          path,
          expect.arrayContaining([wanted.trim()]),
        ])
      // The plan allows only ten connections.
      if (status < 300 && path === '/api/whatsapp')
        await request('ana', 'DELETE', `${path}/${(await answer.json()).id}`)
    }
  },
)

/** All texts in a JSON value. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** Paths of the files below a directory. */
const filesBelow = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(path.length)}/${entry.name}`)

const page = '<!doctype html><script>window.ran=1</script>'

test('the name of an upload decides neither path nor headers nor type of the served file', async () => {
  const { ticketId } = await openConversation()
  const { ports, app, acme, tokenOf } = installation
  for (const name of [...fileNames, ...scripts]) {
    const path = `/api/messages/${ticketId}/upload?fileName=${encodeURIComponent(name.toWellFormed())}`
    const answer = await request('bob', 'PUT', path, new Blob([page]))
    expect([name, answer.status]).toEqual([name, 200])
    const { mediaId, fileName } = (await answer.json()) as { mediaId: string; fileName: string }
    expect(fileName).not.toMatch(/[/\\\r\n]/)
    const headers = { authorization: `Bearer ${await tokenOf('ana')}` } // no row uses the file, so that only admins open it
    const served = await app.handle(new Request(`http://localhost/media/${mediaId}`, { headers }))
    expect([name, served.status, await served.text()]).toEqual([name, 200, page])
    expect(served.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''[\w%.!~$&+^`|-]+$/)
    expect(served.headers.get('content-type')).not.toMatch(/html|javascript/)
    expect(served.headers.get('content-security-policy')).toContain('sandbox')
    expect(served.headers.get('set-cookie')).toBeNull()
  }
  const rows = await acme.select('media').select('path').execute()
  expect(rows.filter(({ path }) => !/^1\/\d{4}\/\d\d\/[0-9a-f]{32}$/.test(path))).toEqual([])
  const root = ports.media.absolute('')
  expect(filesBelow(root).filter((path) => !/^\/?1\/\d{4}\/\d\d\/[0-9a-f]{32}$/.test(path))).toEqual([])
})

test('the name of a file in a form is not used as its path', async () => {
  const { ticketId } = await openConversation()
  const form = async (name: string) => {
    const body = new FormData()
    body.append('medias', new File([page], name.toWellFormed()))
    return new Response(body)
  }
  for (const name of fileNames) {
    const response = await form(name)
    const blob = new Blob([await response.arrayBuffer()], { type: response.headers.get('content-type') as string })
    const answer = await request('bob', 'POST', `/api/messages/${ticketId}`, blob)
    expect([name, [200, 422].includes(answer.status)]).toEqual([name, true])
  }
  expect(JSON.stringify(await getJson(`/api/messages/${ticketId}`))).not.toContain('"../')
  const root = installation.ports.media.absolute('')
  expect(filesBelow(root).filter((path) => !/^\/?1\/\d{4}\/\d\d\/[0-9a-f]{32}$/.test(path))).toEqual([])
})
