import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** TCP proxy between browsers and the executable, to simulate network failures. */
export interface NetworkProxy {
  /** Address for browsers. */
  url: string
  /** Destroys every connection and refuses new ones. */
  cut(): void
  restore(): void
  close(): void
}

/** Opens a proxy to 127.0.0.1:`port`. The offline mode of Playwright does not suffice: websockets may stay open. */
export async function openNetworkProxy(port: number): Promise<NetworkProxy> {
  const ends = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(port, '127.0.0.1')
    near.pipe(far).pipe(near)
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end)
      end.on('error', () => other.destroy())
      end.on('close', () => {
        ends.delete(end)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    isCut = true
    for (const end of ends) end.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    restore: () => {
      isCut = false
    },
    close() {
      cut()
      server.close()
    },
  }
}
