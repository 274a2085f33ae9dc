/**
 * Bare server in a process of its own: the control's target for attacks that cannot be replayed. It answers the calls of
 * `half-bodies.ts`, `sockets.ts` and `slow-webhooks.ts` with Bun alone, without login, schema, database and events. Its
 * limits are the product's, so that it holds as many connections: ten uploads of one person (`open-uploads.ts`), 200
 * frames per second (`frame-rate.ts`), 64 requests to webhooks at once (`deliveries/places.ts`).
 */
import { Rotation } from '../../src/core/rotation'

const uploadsAtOnce = 10
const framesPerSecond = 200
const requestsAtOnce = 64
/** Time of one request to a webhook, in ms. */
const requestMs = 10_000

let uploads = 0
let second = 0
let frames = 0
const requests = new Rotation<number>(requestsAtOnce)
const webhooks = new Map<number, { url: string; end: AbortController }>()
let newestWebhook = 0

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request, server) {
    const { pathname } = new URL(request.url)
    const [, , feature, id] = pathname.split('/')
    if (pathname === '/ws') return server.upgrade(request) ? undefined : new Response(null, { status: 400 })
    if (pathname.endsWith('/ws-ticket')) return Response.json({ ticket: 'x' })
    if (pathname.endsWith('/upload')) return readUpload(request)
    if (feature === 'webhooks') return request.method === 'DELETE' ? removeWebhook(Number(id)) : addWebhook(request)
    const body = await request.text()
    if (feature === 'messages') for (const webhook of webhooks.keys()) void deliver(webhook, body)
    return new Response()
  },
  websocket: {
    message(socket) {
      const now = Math.floor(Date.now() / 1000)
      frames = now === second ? frames + 1 : 1
      second = now
      if (frames > framesPerSecond) socket.close(1008)
    },
  },
})
process.stdout.write(`${server.url.origin}\n`)

async function readUpload(request: Request): Promise<Response> {
  if (uploads >= uploadsAtOnce) return new Response(null, { status: 429 })
  uploads++
  try {
    for await (const _ of request.body ?? []);
    return new Response()
  } finally {
    uploads--
  }
}

async function addWebhook(request: Request): Promise<Response> {
  const { url } = (await request.json()) as { url: string }
  const id = ++newestWebhook
  webhooks.set(id, { url, end: new AbortController() })
  return Response.json({ id })
}

function removeWebhook(id: number): Response {
  webhooks.get(id)?.end.abort()
  webhooks.delete(id)
  return new Response()
}

/** Reads an answer that does not end, as long as the product does. */
const deliver = (id: number, body: string) =>
  requests.run(id, async () => {
    const webhook = webhooks.get(id)
    if (!webhook) return
    const signal = AbortSignal.any([webhook.end.signal, AbortSignal.timeout(requestMs)])
    try {
      const answer = await fetch(webhook.url, { method: 'POST', body, signal })
      for await (const _ of answer.body ?? []);
    } catch {
      // every request ends by its signal
    }
  })
