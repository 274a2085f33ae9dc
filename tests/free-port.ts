let drawn = 0

/**
 * Port of 127.0.0.1 that is free now and stays free across restarts of an executable: it is below the ephemeral range
 * (32768 and up), and each process draws from its own hundred ports (by process id modulo 200).
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + (process.pid % 200) * 100 + (drawn++ % 100)
    const server = tryListen(port)
    await server?.stop(true)
    if (server) return port
  }
}

function tryListen(port: number) {
  try {
    return Bun.serve({ port, hostname: '127.0.0.1', fetch: () => new Response() })
  } catch {
    return undefined // in use
  }
}
