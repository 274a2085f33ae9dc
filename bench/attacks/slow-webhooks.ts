import { createServer, type Socket } from 'node:net'
import type { Target } from './requests'

/** Webhooks of the attacking company. Each gets every message, and no answer in time. */
const webhooks = 20
/** Messages whose events go to them, sent at once. */
const messages = 5
/** A byte of the answer's body comes this often, so that the answer takes longer than the product waits for it. */
const trickleMs = 200

/** Receiver that reads a request, begins its answer at once and never ends it. */
export async function openSlowReceiver() {
  const sockets = new Set<Socket>()
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n'
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('data', () => socket.write(head))
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  const trickle = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write(' ')
  }, trickleMs)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    stop() {
      clearInterval(trickle)
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Ids of the webhooks that exist until `end`, by server. */
const made = new Map<string, number[]>()

const call = (at: Target, method: string, path: string, body?: object) =>
  fetch(`${at.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${at.tokens.admin}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })

async function addWebhooks(at: Target) {
  const ids = made.get(at.url) ?? []
  made.set(at.url, ids)
  while (ids.length < webhooks) {
    const url = `http://127.0.0.1:${at.receiverPort}/`
    const answer = await call(at, 'POST', '/webhooks', {
      name: `Lento ${ids.length}`,
      url,
      events: ['message.created'],
    })
    if (!answer.ok) throw new Error(`POST /webhooks answered ${answer.status}: ${await answer.text()}`)
    ids.push(((await answer.json()) as { id: number }).id)
  }
}

/** Sends messages whose events go to all slow webhooks; returns the last status. */
export async function slowWebhooks(at: Target): Promise<number> {
  await addWebhooks(at)
  const sent = Array.from({ length: messages }, (_, n) =>
    call(at, 'POST', `/messages/${at.ticketId}`, { body: `Bom dia ${n}` }),
  )
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  await Bun.sleep(100) // the deliveries begin
  return statuses.at(-1) as number
}

/** Deletes the webhooks; their deliveries end. */
export async function removeWebhooks(at: Target) {
  for (const id of made.get(at.url)?.splice(0) ?? []) await call(at, 'DELETE', `/webhooks/${id}`)
}
