let given = 0

/**
 * A port of 127.0.0.1 that nobody has at this moment, nor is given later: it is below those that the system hands out by
 * itself (32768 and up), and no two runs that began together draw from the same hundred, so that an executable finds it
 * free again after each of its restarts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + (process.pid % 200) * 100 + (given++ % 100)
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
