/**
 * A port of 127.0.0.1 that nobody has at this moment, nor is given later: it is below those that the system hands out
 * by itself (32768 and up), so that an executable finds it free again after each of its restarts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 20_000)
    const server = listenOn(port)
    await server?.stop(true)
    if (server) return port
  }
}

function listenOn(port: number) {
  try {
    return Bun.serve({ port, hostname: '127.0.0.1', fetch: () => new Response() })
  } catch {
    return undefined // somebody has it
  }
}
