import { join } from 'node:path'
import { askers } from './data'
import { interleaved, percentile, ratio } from './figures'
import { login, serve, serveProduct } from './product'

const agents = 1_000
const events = 120
const pauseMs = 50

/** P8: one message told to 1,000 browsers, 20 a second, beside raw Bun publish of the same frames. */
export async function fanout(data: string) {
  const product = await serveProduct(data)
  const raw = await serve([process.execPath, join(import.meta.dir, 'beside', 'publish.ts')])
  try {
    const token = await login(product.url, askers[0] as string)
    const frames = await framesOf(product.url, token)
    const ours = () => p99(product.url, `?token=${token}`, (mark) => reply(product.url, token, mark))
    const theirs = () => p99(raw.url, '', (mark) => publish(raw.url, frames, mark))
    const pairs = await interleaved(5, ours, theirs)
    return [ratio('P8 event to 1,000 agents p99 ÷ raw Bun publish, ms', 1.5, 'less', pairs)]
  } finally {
    await product.stop()
    await raw.stop()
  }
}

/** Opens the sockets, sends the events, and answers the 99th percentile (ms) of event × socket. */
async function p99(url: string, query: string, send: (mark: string) => Promise<unknown>): Promise<number> {
  const took: number[] = []
  const sentAt = new Map<string, number>()
  const hear = (text: string) => {
    const mark = /mark-\d+-\d+/.exec(text)?.[0]
    const at = mark ? sentAt.get(mark) : undefined
    if (at !== undefined && text.includes('appMessage')) took.push(performance.now() - at)
  }
  const sockets = await Promise.all(Array.from({ length: agents }, () => open(`${url}/ws${query}`, hear)))
  const run = Math.floor(performance.now())
  for (let n = 0; n < events; n++) {
    const mark = `mark-${run}-${n}`
    sentAt.set(mark, performance.now())
    void send(mark)
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

const reply = (url: string, token: string, mark: string) =>
  fetch(`${url}/api/messages/1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ body: `Bom dia! ${mark}` }),
  })

const publish = (url: string, frames: string[], mark: string) =>
  fetch(url, { method: 'POST', body: JSON.stringify(frames.map((frame) => frame.replaceAll('mark-0-0', mark))) })

/** The frames one reply makes, so that the other side sends the same bytes. */
async function framesOf(url: string, token: string): Promise<string[]> {
  const frames: string[] = []
  const socket = await open(`${url}/ws?token=${token}`, (text) => {
    if (text.includes('-appMessage') || text.includes('-ticket')) frames.push(text)
  })
  await Bun.sleep(100)
  await reply(url, token, 'mark-0-0')
  await Bun.sleep(300)
  socket.close()
  return frames
}
