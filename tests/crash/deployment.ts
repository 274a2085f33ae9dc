import { closeSync, copyFileSync, linkSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Subprocess } from 'bun'
import type { Control } from '../../emulator/control-client'
import { executable, person } from '../executable/balcao'
import { findFreePort } from '../free-port'
import { startSimulatedWhatsApp } from '../simulated-whatsapp'
import { until } from '../until'

export interface Answer<T> {
  status: number
  body: T
}
interface RequestOptions {
  key?: string
  form?: FormData
  signal?: AbortSignal
}

function linkOrCopy(from: string, to: string) {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to) // on another file system
  }
}

const root = join(import.meta.dir, '..', '..')

type CommandPrefix = (dataDir: string) => string[]

/** The executable and a WhatsApp for it, each a process of its own, on one data directory. */
export class Deployment {
  readonly dataDir: string
  /** How often the executable was killed. */
  kills = 0
  /** What every start of the executable wrote, one after the other. */
  readonly logFile: string
  /** Its own copy: the same file over all restarts, whatever is built meanwhile. */
  private readonly executable: string
  private product: Subprocess | undefined
  private token = ''

  private constructor(
    private readonly directory: string,
    private readonly emulator: Subprocess<'pipe', 'pipe'>,
    readonly control: Control,
    private readonly env: Record<string, string>,
    readonly port: number,
    private readonly commandPrefix: CommandPrefix,
  ) {
    this.dataDir = join(directory, 'data')
    this.logFile = join(directory, 'log')
    this.executable = join(directory, 'balcao')
    linkOrCopy(executable, this.executable)
  }

  /**
   * Both processes, the first person signed in.
   * @param env further variables for the executable @param under words that the executable's command begins with
   */
  static async open(env: Record<string, string> = {}, under: CommandPrefix = () => []): Promise<Deployment> {
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
      under,
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

  /** Starts the executable without waiting for anything. */
  start() {
    const log = openSync(this.logFile, 'a')
    this.product = Bun.spawn([...this.commandPrefix(this.dataDir), this.executable, 'serve'], {
      cwd: root,
      env: {
        PATH: process.env.PATH ?? '',
        BALCAO_HOST: '127.0.0.1',
        BALCAO_PORT: String(this.port),
        BALCAO_DATA_DIR: this.dataDir,
        BALCAO_SUPER_EMAIL: person.email,
        BALCAO_SUPER_PASSWORD: person.password,
        BALCAO_SECOND_FACTOR: 'optional',
        ...this.env,
      },
      stdout: log,
      stderr: log,
    })
    closeSync(log)
  }

  /** Ends the executable: `SIGKILL` as a crash would, `SIGTERM` in order. */
  async stop(signal: 'SIGKILL' | 'SIGTERM') {
    if (signal === 'SIGKILL') this.kills++
    this.product?.kill(signal)
    await this.product?.exited
  }

  /** True while the executable runs; one that ended by itself is a finding. */
  get isRunning() {
    return this.product?.exitCode === null && this.product.signalCode === null
  }

  async logIn() {
    const { email, password } = person
    const { body } = await until('signed in', async () => {
      const answer = await this.request<{ token?: string }>('POST', '/auth/login', { email, password }).catch(
        () => null,
      )
      return answer?.status === 200 ? answer : null
    })
    this.token = body.token ?? ''
  }

  get accessToken() {
    return this.token
  }

  /** Asks the API. @throws what `fetch` throws when nobody answers */
  async request<T>(
    method: string,
    path: string,
    body?: object,
    { key, form, signal }: RequestOptions = {},
  ): Promise<Answer<T>> {
    const answer = await fetch(`${this.url}/api${path}`, {
      method,
      signal,
      headers: {
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body: form ?? (body ? JSON.stringify(body) : undefined),
    })
    return { status: answer.status, body: (await answer.json()) as T }
  }

  /** As `ask`, for what must succeed. */
  async get<T>(path: string): Promise<T> {
    return this.expectOk(await this.request<T>('GET', path), path)
  }

  async send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body: object = {}): Promise<T> {
    return this.expectOk(await this.request<T>(method, path, body), path)
  }

  private expectOk<T>({ status, body }: Answer<T>, path: string): T {
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
    return body
  }

  readLog(): { level: number; msg: string; [field: string]: unknown }[] {
    const lines = readFileSync(this.logFile, 'utf8').split('\n').slice(0, -1) // the last may be half written
    return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  }

  /** Ends both processes and removes what they wrote; `CRASH_KEEP` leaves the files for a look. */
  async close() {
    this.product?.kill('SIGKILL')
    this.emulator.kill('SIGKILL')
    await Promise.all([this.product?.exited, this.emulator.exited])
    if (process.env.CRASH_KEEP) process.stderr.write(`kept: ${this.directory}\n`)
    else rmSync(this.directory, { recursive: true, force: true })
  }
}
