import { copyFileSync, linkSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Subprocess } from 'bun'
import type { Control } from '../../emulator/control-client'
import { executable } from '../executable/balcao'
import { findFreePort } from '../free-port'
import { startSimulatedWhatsApp } from '../simulated-whatsapp'
import { ApiClient } from './api-client'
import { spawnServer } from './spawn-server'

function linkOrCopy(from: string, to: string) {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to) // hard links do not work across file systems
  }
}

type CommandPrefix = (dataDir: string) => string[]

/** Compiled executable and emulator, each in a process of its own, with one data directory over all restarts. */
export class Deployment extends ApiClient {
  /** Data directory of the next start. */
  dataDir: string
  /** Number of times the executable was killed. */
  kills = 0
  /** Output of all starts of the executable, one after the other. */
  readonly logFile: string
  /** Own link or copy of the executable, unchanged by later builds. */
  readonly executable: string
  private product: Subprocess | undefined

  private constructor(
    private readonly directory: string,
    private readonly emulator: Subprocess<'pipe', 'pipe'>,
    readonly control: Control,
    private readonly env: Record<string, string>,
    readonly port: number,
    private readonly commandPrefix: CommandPrefix,
  ) {
    super()
    this.dataDir = join(directory, 'data')
    this.logFile = join(directory, 'log')
    this.executable = join(directory, 'balcao')
    linkOrCopy(executable, this.executable)
  }

  /**
   * Starts both processes and logs in the first user.
   * @param env further variables for the executable @param commandPrefix words before the executable's command
   */
  static async open(env: Record<string, string> = {}, commandPrefix: CommandPrefix = () => []): Promise<Deployment> {
    const directory = mkdtempSync(join(tmpdir(), 'balcao-crash-'))
    const log = Bun.file(join(directory, 'emulator'))
    const options = ['--log', '--ca-file', join(directory, 'ca.pem')]
    const { child: emulator, control, env: whatsapp } = await startSimulatedWhatsApp(options, log)
    void emulator.exited.then((code) => {
      if (!emulator.killed) process.stderr.write(`the emulator ended by itself: ${code} ${emulator.signalCode}\n`)
    })
    const deployment = new Deployment(
      directory,
      emulator,
      control,
      { ...whatsapp, ...env },
      await findFreePort(),
      commandPrefix,
    )
    deployment.start()
    await deployment.logIn()
    return deployment
  }

  get url() {
    return `http://127.0.0.1:${this.port}`
  }

  get pid() {
    return this.product?.pid ?? 0
  }

  protected nextUrl() {
    return this.url
  }

  /** Starts the executable without waiting until it serves. */
  start() {
    const { dataDir, logFile, port, env } = this
    const command = [...this.commandPrefix(dataDir), this.executable]
    this.product = spawnServer({ command, port, dataDir, logFile, env })
  }

  /** Ends the executable by `SIGKILL`, like a crash, or by `SIGTERM`, in order; resolves when it has ended. */
  async stop(signal: 'SIGKILL' | 'SIGTERM') {
    if (signal === 'SIGKILL') this.kills++
    this.product?.kill(signal)
    await this.product?.exited
  }

  /** True while the executable runs. */
  get isRunning() {
    return this.product?.exitCode === null && this.product.signalCode === null
  }

  readLog(): { level: number; msg: string; [field: string]: unknown }[] {
    const lines = readFileSync(this.logFile, 'utf8').split('\n').slice(0, -1) // the last line may be incomplete
    return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  }

  /** Ends both processes and deletes their files; with `CRASH_KEEP` the files are kept for inspection. */
  async close() {
    this.product?.kill('SIGKILL')
    this.emulator.kill('SIGKILL')
    await Promise.all([this.product?.exited, this.emulator.exited])
    if (process.env.CRASH_KEEP) process.stderr.write(`kept: ${this.directory}\n`)
    else rmSync(this.directory, { recursive: true, force: true })
  }
}
