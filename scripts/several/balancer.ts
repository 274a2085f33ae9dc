import { connect, createServer, type Socket } from 'node:net'

/** A running balancer. */
interface Balancer {
  port: number
  stop(): Promise<void>
}

interface Target {
  port: number
  isReady: boolean
  sockets: Set<Socket>
}

/** Interval in ms at which each node is asked whether it is ready. */
const askMs = 500

/**
 * Passes each connection to the ready node with the fewest ones, and closes it when the node ends. It passes bytes, so
 * that requests and websockets need no code of their own.
 */
export async function startBalancer(port: number, nodePorts: number[]): Promise<Balancer> {
  const targets = nodePorts.map((port): Target => ({ port, isReady: false, sockets: new Set() }))
  const ask = () => Promise.all(targets.map(askReady))
  await ask()
  const timer = setInterval(ask, askMs)
  const server = createServer((client) => pass(client, targets))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as { port: number }).port,
    async stop() {
      clearInterval(timer)
      for (const { sockets } of targets) for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function askReady(target: Target) {
  const answer = await fetch(`http://127.0.0.1:${target.port}/readyz`, {
    signal: AbortSignal.timeout(askMs * 4),
  }).catch(() => null)
  target.isReady = answer?.ok === true
}

/** Connects a client to a node; to the next one if a node does not accept connections any more. */
function pass(client: Socket, targets: Target[]) {
  const [target] = targets.filter(({ isReady }) => isReady).sort((one, other) => one.sockets.size - other.sockets.size)
  if (!target) return void client.destroy()
  const node = connect(target.port, '127.0.0.1')
  target.sockets.add(client)
  client.pause()
  let isConnected = false
  node.once('connect', () => {
    isConnected = true
    client.pipe(node)
    node.pipe(client)
  })
  node.once('error', () => {
    target.isReady = false
    target.sockets.delete(client)
    if (isConnected) client.destroy()
    else pass(client, targets)
  })
  node.once('close', () => isConnected && client.destroy())
  client.on('error', () => node.destroy())
  client.once('close', () => {
    target.sockets.delete(client)
    node.destroy()
  })
}
