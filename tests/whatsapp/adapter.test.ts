import { describe, expect, spyOn, test } from 'bun:test'
import { verifySignature } from 'libsignal/src/curve.js'
import { log } from '../../src/core/log'
import type { CompanyId } from '../../src/core/storage/schema'
import { loadBaileys } from '../../src/whatsapp/baileys'
import { baileysLog } from '../../src/whatsapp/baileys-log'
import { Bounded } from '../../src/whatsapp/caches'
import { repairCurve } from '../../src/whatsapp/curve'
import { holdUntilStored } from '../../src/whatsapp/durable-socket'
import { judge } from '../../src/whatsapp/endings'
import { Gate } from '../../src/whatsapp/gate'
import { toBaileys } from '../../src/whatsapp/outbound'
import { quietLibsignal } from '../../src/whatsapp/quiet'
import { Retries } from '../../src/whatsapp/retries'
import { newMessageId } from '../../src/whatsapp/sessions'
import { until } from '../until'

test('holdUntilStored sends frames in order, none before the writes it depends on are stored', async () => {
  const left: unknown[] = []
  const socket = { readyState: 1, send: (data: unknown) => void left.push(data) }
  let storing: PromiseWithResolvers<void> | undefined
  holdUntilStored({ socket }, () => storing?.promise)
  socket.send('at once')
  storing = Promise.withResolvers()
  socket.send('held')
  const first = storing
  storing = undefined
  socket.send('behind it')
  expect(left).toEqual(['at once'])
  first.resolve()
  await Bun.sleep(1)
  expect(left).toEqual(['at once', 'held', 'behind it'])
  socket.send('at once again')
  expect(left).toHaveLength(4)
})

test('holdUntilStored without a socket throws, so that no frame passes unheld', () => {
  expect(() => holdUntilStored({ socket: null }, () => undefined)).toThrow('no socket')
  expect(() => holdUntilStored({}, () => undefined)).toThrow('no socket')
})

test('repaired Curve.verify accepts a right signature and refuses wrong ones', async () => {
  const { Curve } = await loadBaileys()
  const pair = Curve.generateKeyPair()
  const message = Buffer.from('text')
  const signature = Curve.sign(pair.private, message)
  const curve = { verify: () => true as boolean }
  repairCurve(curve, verifySignature)
  for (const verify of [Curve.verify, curve.verify as typeof Curve.verify]) {
    expect(verify(pair.public, message, signature)).toBe(true)
    expect(verify(pair.public, Buffer.from('other'), signature)).toBe(false)
    expect(verify(pair.public, message, new Uint8Array(3))).toBe(false)
  }
})

test('quietLibsignal suppresses lines of libsignal and passes others', () => {
  const printed: unknown[] = []
  const print = (...values: unknown[]) => void printed.push(values[0])
  const console = { info: print, warn: print, error: print, log: print }
  quietLibsignal(console)
  quietLibsignal(console)
  console.info('Closing session:', { privKey: 'x' })
  console.error('Session error:Error: Bad MAC', 'stack')
  console.warn('Closing time')
  console.log({ any: 1 })
  expect(printed).toEqual(['Closing time', { any: 1 }])
})

describe('baileysLog', () => {
  /** Lines that reach the product's log, as [level, fields, text], for what `use` logs as Baileys. */
  function logged(use: (logger: ReturnType<typeof baileysLog>) => void) {
    const lines: unknown[] = []
    const record = (level: string) => (fields: unknown, text?: string) => void lines.push([level, fields, text])
    const child = { debug: record('debug'), info: record('info'), warn: record('warn'), error: record('error') }
    const spy = spyOn(log, 'child').mockReturnValue(child as never)
    use(baileysLog({ companyId: 1 as CompanyId, whatsappId: 1 }, (waId) => waId === 'given up'))
    spy.mockRestore()
    return JSON.parse(JSON.stringify(lines))
  }
  const closed = Object.assign(new Error('Connection Closed'), { output: { statusCode: 428 } })
  const gone = Object.assign(new Error('item-not-found'), { data: 404 })
  const macError = new Error('Bad MAC')

  test.each([
    ['debug', { error: macError }, 'transaction failed, rolling back', { failure: 'Bad MAC' }],
    [
      'debug',
      'USync fetch yielded no results for pending PNs',
      undefined,
      'USync fetch yielded no results for pending PNs',
    ],
    ['info', { err: macError, key: { id: '3A' } }, 'failed to decrypt message', { failure: 'Bad MAC', waId: '3A' }],
    ['info', { jid: '1@lid' }, 'MAC error detected, forcing immediate session recreation', {}],
    ['info', { err: gone, jid: '1:2@lid' }, 'Failed to encrypt for recipient', { failure: 'item-not-found' }],
    ['info', { error: closed }, 'error in handling message', { failure: 'Connection Closed' }],
    ['info', { ackErr: closed }, 'failed to ack receipt', { failure: 'Connection Closed' }],
    [
      'info',
      { trace: 'Error: Connection Closed\n at x' },
      'error in sending keep alive',
      { failure: 'Error: Connection Closed' },
    ],
  ] as const)('an ordinary event is logged at %s: %j %s', (level, given, text, fields) => {
    expect(logged((logger) => logger.error(given, text))).toEqual([[level, fields, text ?? null]])
  })

  test.each([
    [{ err: macError, key: { id: 'given up' } }, 'failed to decrypt message', { failure: 'Bad MAC', waId: 'given up' }],
    [{ err: new Error('No sessions'), jid: '1@lid' }, 'Failed to encrypt for recipient', { failure: 'No sessions' }],
    [{ error: new Error('no room') }, 'error in handling message', { failure: 'no room' }],
  ] as const)('a failure that is not retried is logged as an error: %j %s', (given, text, fields) => {
    expect(logged((logger) => logger.error(given, text))).toEqual([['error', fields, text]])
  })

  test('ordinary endings of a session are not logged; others are, without secret fields', () => {
    const lines = logged((logger) => {
      const ended = (code: string | undefined, tag?: string) =>
        logger.error(
          { reasonNode: tag && { tag }, fullErrorNode: { tag: 'stream:error', attrs: { code } } },
          'stream errored out',
        )
      ended('515')
      ended(undefined, 'conflict')
      ended('503')
      ended(undefined, 'xml-not-well-formed')
      logger.warn({ err: macError, key: { id: '3A', privateKey: 'x' } }, 'something')
    })
    expect(lines).toEqual([
      ['error', { code: '503' }, 'stream errored out'],
      ['error', { code: 'xml-not-well-formed' }, 'stream errored out'],
      ['warn', { failure: 'Bad MAC', waId: '3A' }, 'something'],
    ])
  })
})

test.each([
  [{ code: 515, message: '' }, 0, 1, 'restarting', 'atOnce'],
  [{ code: 515, message: '' }, 0, 9, 'unreachable', 'backOff'],
  [{ code: 428, message: 'Connection Terminated' }, 0, 0, 'unreachable', 'backOff'],
  [{ code: 408, message: 'Connection was lost' }, 0, 0, 'unreachable', 'backOff'],
  [{ code: 408, message: 'QR refs attempts ended' }, 0, 0, 'qrExpired', 'stop'],
  [{ code: 401, message: '' }, 0, 0, 'loggedOut', 'stop'],
  [{ code: 403, message: '' }, 0, 0, 'banned', 'stop'],
  [{ code: 405, message: '' }, 0, 0, 'versionTooOld', 'stop'],
  [{ code: 411, message: '' }, 0, 0, 'badSession', 'stop'],
  [{ code: 440, message: '' }, 0, 0, 'replaced', 'stop'],
  [{ code: 500, message: '' }, 1, 0, 'unreachable', 'backOff'],
  [{ code: 500, message: '' }, 3, 0, 'badSession', 'stop'],
  [
    { code: 500, message: 'WebSocket Error (unable to verify the first certificate)' },
    1,
    0,
    'untrustedServer',
    'backOff',
  ],
  [{ code: 400, message: 'noise intermediate certificate signature invalid' }, 0, 0, 'untrustedServer', 'backOff'],
  [{ code: 503, message: '' }, 0, 0, 'unreachable', 'backOff'],
  [{ code: 500, message: 'WebSocket Error (WebSocket was closed before …)' }, 9, 0, 'unreachable', 'backOff'],
  [{ code: 401, message: 'WebSocket Error (Unexpected server response: 401)' }, 0, 0, 'unreachable', 'backOff'],
  [{ code: 599, message: '' }, 0, 0, 'unreachable', 'backOff'],
] as const)('an ending %j with %d bad sessions and %d restarts is judged %s', (ending, bad, restarts, reason, next) => {
  const verdict = judge(ending, bad, restarts)
  expect(verdict).toMatchObject({ reason, next })
  expect(verdict.wipe ?? false).toBe(reason === 'loggedOut')
})

test('a gate of two admits a third only after one has left', async () => {
  const gate = new Gate(2)
  const [one] = [await gate.enter(), await gate.enter()]
  let third = false
  const waiting = gate.enter().then((leave) => {
    third = true
    return leave
  })
  await Bun.sleep(1)
  expect(third).toBe(false)
  one?.()
  one?.()
  const leave = await waiting
  leave()
  expect(third).toBe(true)
})

test('a cache evicts above its size, drops expired entries and keeps connections apart', async () => {
  const cache = new Bounded(2, 20)
  cache.scoped('1').set('a', 1)
  expect(cache.scoped('2').get<number>('a')).toBeUndefined()
  expect(cache.scoped('1').get<number>('a')).toBe(1)
  cache.set('b', null)
  cache.set('c', 3)
  expect([cache.get<number>('1/a'), cache.get<null>('b')]).toEqual([undefined, null])
  await until('the entry is gone', () => cache.get<number>('c') === undefined)
})

test('toBaileys sets the message id, no link preview, the target key and the upload timeout', () => {
  const waId = newMessageId()
  expect(waId).toMatch(/^3EB0[0-9A-F]{18}$/)
  const jid = '1@s.whatsapp.net'
  const of = (content: Parameters<typeof toBaileys>[0]['content']) =>
    toBaileys({ waId, jid, content }, 60_000, () => ({}) as never)
  expect(of({ type: 'text', body: 'https://x.test' })).toEqual({
    content: { text: 'https://x.test', linkPreview: null },
    options: { messageId: waId },
  })
  const key = { remoteJid: jid, id: 'T', fromMe: true }
  expect(of({ type: 'edit', targetWaId: 'T', body: 'b' }).content).toMatchObject({ text: 'b', edit: key })
  const file = { type: 'media', kind: 'document', path: import.meta.path, mime: 'text/plain', fileName: 'f' } as const
  const { mediaUploadTimeoutMs = 0 } = of({ ...file, caption: '' }).options
  expect(mediaUploadTimeoutMs).toBe(60_000 + Math.ceil(Bun.file(import.meta.path).size / 125))
  expect(of({ type: 'delete', targetWaId: 'T' }).content).toEqual({ delete: key })
})

test('a damaged message is requested five times, and its count is deleted when it arrives', async () => {
  const { MessageRetryManager } = await loadBaileys()
  const manager = new MessageRetryManager(log, 5)
  const second = new Bounded(10)
  const retries = new Retries(manager, second.scoped('1'), () => false)
  const ask = (id: string) => second.set(`1/${id}:undefined`, manager.incrementRetryCount(id))
  const arrive = (id: string, message: object | null) =>
    retries.removeReceived([{ key: { id, participant: '' }, message } as never])
  for (let n = 0; n < 5; n++) ask('A')
  ask('B')
  arrive('A', null) // a placeholder does not count as arrival
  expect(manager.hasExceededMaxRetries('A')).toBe(true)
  expect(second.get('1/A:undefined')).toBe(5)
  arrive('A', { conversation: 'Oi' })
  expect([manager.getRetryCount('A'), manager.getRetryCount('B')]).toEqual([0, 1])
  expect([second.get('1/A:undefined'), second.get('1/B:undefined')]).toEqual([undefined, 1])
  manager.clear()
  expect(manager.getRetryCount('B')).toBe(0)
})

test('of the messages that Baileys keeps for a repetition, received ones are left out', async () => {
  const { MessageRetryManager } = await loadBaileys()
  const manager = new MessageRetryManager(log, 5)
  new Retries(manager, new Bounded(10).scoped('1'), (waId) => waId === 'received')
  const message = { conversation: 'Oi' }
  for (const id of ['received', 'sent']) manager.addRecentMessage('5511@s.whatsapp.net', id, message)
  expect(manager.getRecentMessage('5511@s.whatsapp.net', 'received')).toBeUndefined()
  expect(manager.getRecentMessage('5511@s.whatsapp.net', 'sent')).toMatchObject({ message })
  manager.clear()
})
