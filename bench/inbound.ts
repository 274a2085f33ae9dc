import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CustomerPhone } from '../emulator/customer-phone'
import { type Emulator, startEmulator } from '../emulator/emulator'
import type { OwnerPhone } from '../emulator/owner-phone'
import { socketAddress } from '../tests/socket-address'
import { askers } from './data'
import { below, interleaved, type Measure, percentile, ratio } from './figures'
import { link, towards } from './numbers'
import { login, scratch, serveProduct } from './product'

const owner = '5511911110001'
const people = 20
const flood = 3_000
const steadySeconds = 20

/** A receiver under test; `heard` has the time at which each text arrived. */
interface Receiver {
  heard: Map<string, number>
  stop(): Promise<void>
}

export interface ProductReceiver extends Receiver {
  pid: number
}

/** Phone that receives, and customers that write to it. */
interface Introduction {
  phone: OwnerPhone
  customers: CustomerPhone[]
}

/**
 * Messages for one number, sent without pause, from the wire until they are stored, assigned to a ticket and pushed
 * to a browser, beside a bare Baileys client with a SQLite key store with the same pragmas. The emulator runs in this
 * process, so that each side has one core. Then the product alone at 100 messages per second.
 */
export async function inbound(data: string): Promise<Measure[]> {
  const pairs = await interleaved(
    5,
    () => withEmulator((emulator) => flatOut(emulator, product(emulator, data))),
    () => withEmulator((emulator) => flatOut(emulator, bare(emulator))),
  )
  const latencies: number[] = []
  for (let n = 0; n < 3; n++)
    latencies.push(await withEmulator((emulator) => steady(emulator, product(emulator, data))))
  return [
    ratio('inbound per second, flat out ÷ bare Baileys with the same kind of key store', 0.75, 'more', pairs),
    below('inbound at 100/s, wire to browser websocket, p99', 100, 'ms', latencies),
  ]
}

export async function withEmulator<R>(work: (emulator: Emulator) => Promise<R>): Promise<R> {
  const emulator = await startEmulator()
  try {
    return await work(emulator)
  } finally {
    await emulator.stop()
  }
}

/** Each customer writes once, so that no measured message creates a contact or a ticket. */
export async function introduced(emulator: Emulator, { heard }: Receiver): Promise<Introduction> {
  const phone = emulator.owner(owner)
  const customers = Array.from({ length: people }, (_, n) =>
    emulator.customer(`5511922220${100 + n}`, { addressing: n % 2 === 0 ? 'pn' : 'lid' }),
  )
  for (const [n, customer] of customers.entries()) await customer.send(phone, `bench-hello-${n}-`)
  await all(heard, people)
  heard.clear()
  return { phone, customers }
}

/** Messages received per second. */
export async function flatOut(emulator: Emulator, starting: Promise<Receiver>): Promise<number> {
  const receiver = await starting
  const introduction = await introduced(emulator, receiver)
  const from = performance.now()
  await sendFlatOut(introduction, receiver, flood)
  const perSecond = flood / ((Math.max(...receiver.heard.values()) - from) / 1000)
  await receiver.stop()
  return perSecond
}

/** Sends messages without pause; resolves when the receiver has heard all of them. */
export async function sendFlatOut({ phone, customers }: Introduction, { heard }: Receiver, count: number) {
  heard.clear()
  for (let n = 0; n < count; n++) {
    void customers[n % people]?.send(phone, `bench-${n}-`)
    if (n % people === 0) await Bun.sleep(0)
  }
  await all(heard, count)
}

async function steady(emulator: Emulator, starting: Promise<Receiver>): Promise<number> {
  const receiver = await starting
  const { phone, customers } = await introduced(emulator, receiver)
  const sentAt = new Map<string, number>()
  const from = performance.now()
  for (let n = 0; n < steadySeconds * 100; n++) {
    const text = `bench-${n}-`
    sentAt.set(text, performance.now())
    void customers[n % people]?.send(phone, text)
    const due = from + (n + 1) * 10 - performance.now()
    if (due > 0) await Bun.sleep(due)
  }
  await all(receiver.heard, sentAt.size)
  await receiver.stop()
  return percentile(
    [...receiver.heard].map(([text, at]) => at - (sentAt.get(text) as number)),
    0.99,
  )
}

async function all(heard: Map<string, number>, count: number) {
  for (let left = 1200; heard.size < count && left > 0; left--) await Bun.sleep(50)
  if (heard.size < count) throw new Error(`only ${heard.size} of ${count} messages arrived`)
}

const note = (heard: Map<string, number>, text: string) => {
  const mark = /bench-[a-z]*-?\d+-/.exec(text)?.[0]
  if (mark && !heard.has(mark)) heard.set(mark, performance.now())
}

/** An executable with one linked number and one connected browser; a message counts when its frame arrives there. */
export async function product(emulator: Emulator, data: string, executable?: string): Promise<ProductReceiver> {
  const serving = await serveProduct(data, await towards(emulator), executable)
  const token = await login(serving.url, askers[0] as string)
  await link(serving.url, token, emulator, owner)
  const heard = new Map<string, number>()
  const socket = new WebSocket(await socketAddress(serving.url, token))
  socket.onmessage = ({ data }) => {
    const text = data as string
    if (text.includes('-appMessage"')) note(heard, text)
  }
  await new Promise((resolve) => {
    socket.onopen = resolve
  })
  await Bun.sleep(200)
  return {
    pid: serving.pid,
    heard,
    async stop() {
      socket.close()
      await serving.stop()
    },
  }
}

/** Baileys alone; a message counts when it emits the event. */
async function bare(emulator: Emulator): Promise<Receiver> {
  const directory = join(scratch, `bare-${crypto.randomUUID()}`)
  mkdirSync(directory, { recursive: true })
  const env = { ...(await towards(emulator)), BALCAO_DATA_DIR: directory, PATH: process.env.PATH ?? '' }
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'beside', 'bare.ts')], { env, stdout: 'pipe' })
  const heard = new Map<string, number>()
  const linked = Promise.withResolvers<void>()
  void lines(child.stdout, (line) => {
    if (line.startsWith('QR ')) void emulator.owner(owner).scan(line.slice(3))
    else if (line === 'OPEN') linked.resolve()
    else note(heard, line)
  })
  await linked.promise
  await Bun.sleep(500)
  return {
    heard,
    async stop() {
      child.kill('SIGKILL')
      await child.exited
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function lines(stream: ReadableStream<Uint8Array>, hear: (line: string) => void) {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) hear(line)
  }
}
