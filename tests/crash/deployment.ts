import { closeSync, copyFileSync, linkSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Subprocess } from 'bun'
import type { Control } from '../../emulator/control-client'
import { executable, superUser } from '../executable/balcao'
import { findFreePort } from '../free-port'
import { startSimulatedWhatsApp } from '../simulated-whatsapp'
import { until } from '../until'

export interface Answer<T> {
  status: number
  body: T
}
export interface RequestOptions {
  key?: string
  form?: FormData
  signal?: AbortSignal
}

function linkOrCopy(from: string, to: string) {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to) // hard links do not work across file systems
  }
}

const root = join(import.meta.dir, '..', '..')

type CommandPrefix = (dataDir: string) => string[]

/** An installation and its simulated WhatsApp, to tests that speak to its API. */
export type Api = Pick<Deployment, 'control' | 'request' | 'get' | 'send' | 'logIn'>

/** Compiled executable and emulator, each in a process of its own, with one data directory over all restarts. */
export class Deployment {
  readonly dataDir: string
  /** Number of times the executable was killed. */
  kills = 0
  /** Output of all starts of the executable, one after the other. */
  readonly logFile: string
  /** Own link or copy of the executable, unchanged by later builds. */
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

  /** Starts the executable without waiting until it serves. */
  start() {
    const log = openSync(this.logFile, 'a')
    this.product = Bun.spawn([...this.commandPrefix(this.dataDir), this.executable, 'serve'], {
      cwd: root,
      env: {
        PATH: process.env.PATH ?? '',
        BALCAO_HOST: '127.0.0.1',
        BALCAO_PORT: String(this.port),
        BALCAO_DATA_DIR: this.dataDir,
        BALCAO_SUPER_EMAIL: superUser.email,
        BALCAO_SUPER_PASSWORD: superUser.password,
        BALCAO_SECOND_FACTOR: 'optional',
        ...this.env,
      },
      stdout: log,
      stderr: log,
    })
    closeSync(log)
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

  async logIn() {
    const { email, password } = superUser
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

  /** Sends a request to the API. @throws the error of `fetch` when the server does not answer */
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

  /** Body of a GET request. @throws Error for another status than 200 */
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
