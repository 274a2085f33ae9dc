import { chmodSync, closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Subprocess } from 'bun'

/** Starts and stops of a server, for the program that `balcao update --service` calls. */
export interface Supervised {
  start(): unknown
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<unknown>
}

/**
 * A service manager in this process, and a program by which `balcao update` speaks to it.
 * @param directory for the program
 */
export function startServiceManager(directory: string, supervised: Supervised) {
  const calls: string[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch({ url }) {
      const call = new URL(url).pathname.slice(1)
      calls.push(call)
      if (call === 'start') supervised.start()
      else await supervised.stop(call === 'kill' ? 'SIGKILL' : 'SIGTERM')
      return new Response()
    },
  })
  const program = join(directory, 'service')
  const ask = `process.exit((await fetch("${server.url}" + process.argv[1])).ok ? 0 : 1)`
  writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} -e '${ask}' "$1"\n`)
  chmodSync(program, 0o755)
  return { program, calls, close: () => server.stop(true) }
}

/** A server of the executable at `path`, as a service manager keeps it. */
export class SupervisedServer implements Supervised {
  child: Subprocess | undefined

  constructor(
    private readonly path: string,
    private readonly env: Record<string, string>,
    private readonly log: string,
  ) {}

  start() {
    const log = openSync(this.log, 'a')
    this.child = Bun.spawn([this.path, 'serve'], { env: this.env, stdout: log, stderr: log })
    closeSync(log)
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL') {
    this.child?.kill(signal)
    await this.child?.exited
  }
}
