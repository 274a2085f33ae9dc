import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Subprocess } from 'bun'
import { executable } from '../../executable/balcao'
import { findFreePort } from '../../free-port'
import { openStallingProxy, type StallingProxy } from '../../postgres/stalling-proxy'
import { spawnServer } from '../spawn-server'

/** A process of an installation, with a data directory and a line to the database of its own. */
export class NodeProcess {
  private constructor(
    readonly port: number,
    private readonly child: Subprocess,
    /** Carries all of its connections to the database. */
    readonly line: StallingProxy,
  ) {}

  /** Starts the executable without waiting until it serves. @param socket directory of the database's socket */
  static async start(directory: string, socket: string, env: Record<string, string>): Promise<NodeProcess> {
    mkdirSync(join(directory, 'line'), { recursive: true })
    const port = await findFreePort()
    const line = await openStallingProxy(join(directory, 'line'), socket)
    const child = spawnServer({
      command: [executable],
      port,
      dataDir: join(directory, 'data'),
      logFile: join(directory, 'log'),
      env: { BALCAO_DATABASE_URL: `postgres://balcao@local/postgres?host=${join(directory, 'line')}`, ...env },
    })
    return new NodeProcess(port, child, line)
  }

  get url() {
    return `http://127.0.0.1:${this.port}`
  }

  get isRunning() {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  /** Text of `/readyz`; null without an answer. */
  async state(): Promise<string | null> {
    const signal = AbortSignal.timeout(2000)
    const answer = await fetch(`${this.url}/readyz`, { signal }).catch(() => null)
    return answer?.text().catch(() => null) ?? null
  }

  freeze() {
    this.child.kill('SIGSTOP')
  }

  thaw() {
    this.child.kill('SIGCONT')
  }

  /** Ends the process; returns its exit code, or null after a kill. */
  async stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal)
    await this.child.exited
    this.line.close()
    return this.child.exitCode
  }
}
