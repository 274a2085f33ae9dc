import { expect, test } from 'bun:test'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import type { SecurityLogTarget } from '../../../src/core/security-log-target'
import { recordAuditEntry } from '../../../src/features/platform/audit/record'
import { syslogMessage } from '../../../src/features/provider/security-log/format'
import { newestLine } from '../../../src/features/provider/security-log/read-lines'
import { sendSecurityLog } from '../../../src/features/provider/security-log/send'
import { readLogState } from '../../../src/features/provider/security-log/state'
import { createInstallation } from '../../installation'
import { until } from '../../until'

/** An installation with a receiver, whose security log has begun. */
async function openLog(target: SecurityLogTarget) {
  const { platform, ports, acme } = await createInstallation()
  ports.securityLog = target
  await sendSecurityLog(platform)
  const add = (action: string, entity: string, name = 'Ana Souza') =>
    acme.transaction((db) => {
      const auditor = { db, actor: { system: 'login' }, address: '192.0.2.7' }
      return recordAuditEntry(auditor, { action, entity, entityId: 3, name, after: { text: 'secret words' } })
    })
  const base = Date.now()
  const hour = 3_600_000
  /** Sends as of an hour later, when lines are settled however slow the machine is; `afterMs` orders several. */
  const send = (afterMs = 0) => sendSecurityLog(platform, base + hour + afterMs)
  /** Sends as of the begin, before any line is settled. */
  const sendAtOnce = () => sendSecurityLog(platform, base)
  return {
    sendAtOnce,
    ports,
    platform,
    add,
    send,
    state: () => readLogState(platform),
  }
}

/** A webhook that answers with these statuses, then with 200. */
function startWebhook(statuses: number[] = []) {
  const bodies: { lines: { id: number; action: string; entity: string }[] }[] = []
  const headers: Headers[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const status = statuses.shift() ?? 200
      if (status === 200) bodies.push((await request.json()) as (typeof bodies)[number])
      headers.push(request.headers)
      return new Response(null, { status })
    },
  })
  const target = { kind: 'webhook', url: `${server.url}log`, secret: 'shared secret' } as const
  return { target, bodies, headers, stop: () => server.stop(true) }
}

test('a webhook gets lines of security once, without names and values', async () => {
  const webhook = startWebhook()
  const { platform, add, send, sendAtOnce, state } = await openLog(webhook.target)
  await add('refuse', 'login')
  await add('update', 'queue')
  await add('export', 'contacts')
  await sendAtOnce()
  expect(webhook.bodies).toEqual([])
  await send()
  await send()
  expect(webhook.bodies.map(({ lines }) => lines.map(({ action, entity }) => `${action} ${entity}`))).toEqual([
    ['refuse login', 'export contacts'],
  ])
  expect(webhook.bodies[0]?.lines[0]).toMatchObject({ address: '192.0.2.7', entityId: 3, actorId: null })
  expect(JSON.stringify(webhook.bodies)).not.toMatch(/Ana|secret/)
  expect(webhook.headers[0]?.get('x-signature')).toStartWith('sha256=')
  expect(await state()).toMatchObject({ after: await newestLine(platform), failures: 0, retryAt: null })
  await webhook.stop()
})

test('a receiver that fails gets the same lines after a pause, and no line is left out', async () => {
  const webhook = startWebhook([500, 503])
  const { add, send, state } = await openLog(webhook.target)
  await add('refuse', 'login')
  await send()
  expect(await state()).toMatchObject({ failures: 1, retryAt: expect.any(String) })
  await send(1000)
  expect(webhook.headers).toHaveLength(1)
  await send(20_000)
  await add('create', 'apiKey')
  await send(120_000)
  expect(webhook.bodies.flatMap(({ lines }) => lines.map(({ entity }) => entity))).toEqual(['login', 'apiKey'])
  expect(await state()).toMatchObject({ failures: 0, retryAt: null })
  await webhook.stop()
})

test('a receiver that redirects is one that failed, whatever the page behind it answers', async () => {
  let asked = 0
  const page = () => {
    asked++
    return new Response('a page')
  }
  const moved = () => new Response(null, { status: 302, headers: { location: '/page' } })
  const routes = { '/log': moved, '/page': page }
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, routes })
  const { add, send, state } = await openLog({ kind: 'webhook', url: `${server.url}log`, secret: '' })
  await add('refuse', 'login')
  await send()
  expect(await state()).toMatchObject({ failures: 1 })
  expect(asked).toBe(0)
  await server.stop(true)
})

test('another receiver begins at the present, and gets no line of the time before', async () => {
  const [first, second] = [startWebhook(), startWebhook()]
  const { add, send, ports } = await openLog(first.target)
  await add('refuse', 'login')
  ports.securityLog = second.target
  await send()
  await add('update', 'payments')
  await add('delete', 'connection')
  await send()
  expect(second.bodies.map(({ lines }) => lines.map(({ entity }) => entity))).toEqual([['payments', 'connection']])
  await Promise.all([first.stop(), second.stop()])
})

test('syslog by UDP to a name that does not exist is tried again', async () => {
  const { add, send, state } = await openLog({ kind: 'udp', host: 'nowhere.invalid', port: 514 })
  await add('refuse', 'login')
  await send()
  expect(await state()).toMatchObject({ failures: 1 })
})

test('syslog by UDP has one datagram for each line', async () => {
  const datagrams: string[] = []
  const socket = createSocket('udp4').on('message', (bytes) => datagrams.push(bytes.toString()))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { add, send } = await openLog({ kind: 'udp', host: '127.0.0.1', port: socket.address().port })
  await add('refuse', 'login')
  await add('login', 'session')
  await send()
  await until('the datagrams', () => datagrams.length === 2)
  expect(datagrams[0]).toMatch(
    /^<84>1 \S+Z \S+ balcao \d+ refuse\.login \[balcao@32473 id="\d+" company="\d+" address="192/,
  )
  expect(datagrams[1]).toStartWith('<86>1 ')
  socket.close()
})

test('syslog by TCP counts the bytes of each message; a refused connection is tried again', async () => {
  let received = ''
  const server = createServer((socket) => socket.on('data', (bytes) => (received += bytes)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const { add, send, state } = await openLog({ kind: 'tcp', host: '127.0.0.1', port })
  await add('refuse', 'login')
  await add('login', 'session')
  await send()
  const [, length = ''] = /^(\d+) </.exec(received) ?? []
  const second = received.slice(length.length + 1 + Number(length))
  expect(second).toMatch(/^\d+ <86>1 .* login session$/)
  expect(await state()).toMatchObject({ failures: 0 })
  await new Promise((resolve) => server.close(resolve))
  await add('refuse', 'login')
  await send()
  expect(await state()).toMatchObject({ failures: 1 })
})

test('a syslog message escapes quotes, brackets and control characters', () => {
  const line = { id: 1, at: '2026-11-30T10:00:00.000Z', companyId: 1, actorId: null, address: '"]\\\n', entityId: null }
  const message = syslogMessage({ ...line, action: 'refuse', entity: 'login\nforged' }, 'host name')
  expect(message).toContain('address="\\"\\]\\\\ "')
  expect(message).toStartWith('<84>1 2026-11-30T10:00:00.000Z hostname balcao ')
  expect(message.split('\n')).toHaveLength(1)
})
