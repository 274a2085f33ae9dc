import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** Unix socket before the server's own, to simulate networks that fail. */
export interface StallingProxy {
  /** Directory of the socket, for `?host=`. */
  directory: string
  /** Forwards nothing until `heal`, without closing a connection. */
  stall(): void
  /** Closes every connection, and each new one, until `heal`. */
  cut(): void
  /** Forwards new connections; those that were open while it stalled are closed, because they have lost bytes. */
  heal(): void
  /** Closes every connection, and forwards new ones to the socket of another server. */
  switchTo(server: string): void
  /** Closes every connection as soon as the client has sent these bytes, which the server still receives. */
  cutAfter(bytes: string): void
  close(): void
}

export async function openStallingProxy(directory: string, firstServer: string): Promise<StallingProxy> {
  const ends = new Set<Socket>()
  let isStalled = false
  let isCut = false
  let server = firstServer
  let cutAt: string | undefined
  const name = '.s.PGSQL.5432'
  const destroyAll = () => {
    for (const end of ends) end.destroy()
    ends.clear()
  }
  const proxy = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(join(server, name))
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
    near.on('data', (data) => {
      if (isStalled) return
      far.write(data)
      if (cutAt && data.includes(cutAt)) near.destroy()
    })
    far.on('data', (data) => {
      if (!isStalled) near.write(data)
    })
  })
  await new Promise<void>((resolve) => proxy.listen(join(directory, name), resolve))
  return {
    directory,
    stall: () => {
      isStalled = true
    },
    cut() {
      isCut = true
      destroyAll()
    },
    heal() {
      if (isStalled) destroyAll()
      isStalled = false
      isCut = false
    },
    switchTo(next) {
      server = next
      destroyAll()
    },
    cutAfter: (bytes) => {
      cutAt = bytes
    },
    close() {
      proxy.close()
      destroyAll()
    },
  }
}
