import { join } from 'node:path'
import { socketAddress } from '../tests/socket-address'
import { askers } from './data'
import { interleaved, type Measure, percentile, ratio } from './figures'
import { login, serve, serveProduct } from './product'

const agents = 1_000
const events = 120
const pauseMs = 50

/** One kind of event: the request that publishes it, and the entity whose frames are counted. */
interface Kind {
  name: string
  entity: string
  path: string
  body: object
}
/** An event without a write. */
const typing: Kind = {
  name: 'event to 1,000 agents p99 ÷ raw Bun publish, ms',
  entity: 'presence',
  path: '/tickets/1/typing',
  body: { presence: 'composing' },
}
/** An event after a durable write, which the other side does not do: time of a reply until all browsers have it. */
const reply: Kind = {
  name: 'a reply stored and told to 1,000 agents p99 ÷ raw Bun publish of its frames, ms',
  entity: 'appMessage',
  path: '/messages/1',
  body: { body: 'Bom dia! Seu pedido saiu para entrega.' },
}

/** Twenty events per second to a thousand browsers, beside Bun's own publish of the same frames. */
export async function fanout(data: string): Promise<Measure[]> {
  const product = await serveProduct(data)
  const raw = await serve([process.execPath, join(import.meta.dir, 'beside', 'publish.ts')])
  try {
    const tokens = await Promise.all(askers.map((email) => login(product.url, email)))
    const token = tokens[0] as string
    const measures: Measure[] = []
    for (const kind of [typing, reply]) {
      const frames = await framesOf(product.url, token, kind)
      const seats = tokens.map((each) => () => socketAddress(product.url, each))
      const ours = () => p99(seats, kind, () => tell(product.url, token, kind))
      const theirs = () => p99([async () => `${raw.url}/ws`], kind, () => post(raw.url, frames))
      await ours() // compiles the code of both sides before they are measured
      await theirs()
      measures.push(ratio(kind.name, 1.5, 'less', await interleaved(5, ours, theirs)))
    }
    return measures
  } finally {
    await product.stop()
    await raw.stop()
  }
}

/** Opens the sockets and sends the events; returns the 99th percentile (ms) of event × socket. */
async function p99(
  addresses: (() => Promise<string>)[],
  { entity }: Kind,
  send: () => Promise<unknown>,
): Promise<number> {
  const took: number[] = []
  const sentAt: number[] = []
  const marker = `-${entity}"`
  const listen = () => {
    let heard = 0
    return (text: string) => {
      if (text.includes(marker)) took.push(performance.now() - (sentAt[heard++] as number))
    }
  }
  const sockets = await Promise.all(
    Array.from({ length: agents }, async (_, n) =>
      open(await (addresses[n % addresses.length] as () => Promise<string>)(), listen()),
    ),
  )
  await Bun.sleep(200)
  for (let n = 0; n < events; n++) {
    sentAt.push(performance.now())
    void send()
    await Bun.sleep(pauseMs)
  }
  for (let left = 100; took.length < agents * events && left > 0; left--) await Bun.sleep(50)
  for (const socket of sockets) socket.close()
  if (took.length < agents * events) throw new Error(`only ${took.length} of ${agents * events} frames arrived`)
  await Bun.sleep(200)
  return percentile(took, 0.99)
}

function open(address: string, hear: (text: string) => void): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address.replace('http', 'ws'))
    socket.onopen = () => resolve(socket)
    socket.onerror = () => reject(new Error(`no socket at ${address}`))
    socket.onmessage = ({ data }) => hear(data as string)
  })
}

async function tell(url: string, token: string, { path, body }: Kind) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
}

const post = (url: string, frames: string[]) => fetch(url, { method: 'POST', body: JSON.stringify(frames) })

/** Frames of one event, so that the other side sends the same bytes. */
async function framesOf(url: string, token: string, kind: Kind): Promise<string[]> {
  const frames: string[] = []
  const socket = await open(await socketAddress(url, token), (text) => {
    if (text.startsWith('{"event":"company-')) frames.push(text)
  })
  await Bun.sleep(200)
  await tell(url, token, kind)
  await Bun.sleep(300)
  socket.close()
  if (frames.length === 0) throw new Error(`nothing was told of ${kind.path}`)
  return frames
}
