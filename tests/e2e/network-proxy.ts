import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The network between browsers and the executable, which can fail as networks do. */
export interface NetworkProxy {
  /** Where browsers find the executable. */
  url: string
  /** Every connection breaks, and no new one comes about. */
  cut(): void
  restore(): void
  close(): void
}

/** A line to 127.0.0.1:`port`. To tell a browser that it is offline is not the same: its websocket may stay. */
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
