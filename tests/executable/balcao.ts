import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultWaitMs } from '../../emulator/default-wait'
import { findFreePort } from '../free-port'
import { type ServedDatabase, servedDatabase } from '../served-database'

/** Runs the compiled executable. Importing this file builds it when its sources changed. */

const root = join(import.meta.dir, '..', '..')
const built = Bun.spawnSync([process.execPath, 'build.ts', '--if-changed'], {
  cwd: root,
  stdout: 'ignore',
  stderr: 'pipe',
})
if (built.exitCode !== 0) throw new Error(`the executable was not built:\n${built.stderr}`)
export const executable = join(root, 'dist', 'balcao')

/** First super user of every installation created here. */
export const superUser = { email: 'root@balcao.test', password: 'nine brown cellos' }

type Environment = Record<string, string>

/** Opens the sign-up of companies, as a provider does at the set-up. */
export async function openSignUp({ database }: Pick<Serving, 'database'>) {
  await database.all(
    "insert into installation (key, value) values ('userCreation', 'enabled') on conflict (key) do update set value = 'enabled'",
  )
}

const cleanups: (() => unknown)[] = []

/**
 * Stops the processes and deletes the directories of a test. Every test file registers it as its own hook, because a
 * hook registered here would run for the first file only.
 */
export async function cleanUp() {
  for (const step of cleanups.splice(0).reverse()) await step()
}

/** Creates a directory that `cleanUp` deletes. */
export function temporaryDirectory(): string {
  const path = createDirectory()
  cleanups.push(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const createDirectory = () => mkdtempSync(join(tmpdir(), 'balcao-executable-'))

/** PATH and the given variables; the executable inherits no other variable, and reads no file of this machine. */
const minimalEnvironment = (env: Environment): Environment => ({
  PATH: process.env.PATH ?? '',
  BALCAO_ENV_FILE: '',
  ...env,
})

/** Runs a command and returns its exit code and output; kills it after `timeoutMs`. */
export const run = (args: string[], env: Environment = {}, cwd = root, timeoutMs = defaultWaitMs) =>
  runCommand([executable, ...args], env, cwd, timeoutMs)

/** Runs a command as the user `nobody`; only root may. */
export const runAsNobody = (args: string[], env: Environment) =>
  runCommand(['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', executable, ...args], env, tmpdir())

/** Runs a command that reads `input`. */
export const runWith = (input: string, args: string[], env: Environment) =>
  runCommand([executable, ...args], env, root, defaultWaitMs, new Blob([input]))

async function runCommand(
  command: string[],
  env: Environment,
  cwd: string,
  timeoutMs = defaultWaitMs,
  stdin: Blob | 'ignore' = 'ignore',
) {
  const child = Bun.spawn(command, { cwd, env: minimalEnvironment(env), stdin, stdout: 'pipe', stderr: 'pipe' })
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const [code, out, err] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  clearTimeout(timer)
  return { code, out, err }
}

/** A running server. */
export interface Serving {
  url: string
  port: number
  dataDir: string
  database: ServedDatabase
  /** GET request to this path. */
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** Sends the signal (SIGTERM by default) and returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number>
  /** Log lines written to stdout so far, parsed. */
  log(): { level: number; msg: string; [field: string]: unknown }[]
  /** Output so far; messages for people are on stderr with `serve` and on stdout with `demo`. */
  stderr(): string
  stdout(): string
  /** CPU time of the main thread since the start, in ms. */
  mainThreadMs(): number
  /** Null while it runs; afterwards its exit code or signal and the last lines of its output. */
  exitReport(): string | null
}

type State = 'ready' | 'damaged'

/** Starts `balcao serve` or another serving command and waits until `/readyz` answers `state`; `cleanUp` stops it. */
export async function serve(
  env: Environment = {},
  command: string[] = ['serve'],
  cwd = root,
  state: State = 'ready',
): Promise<Serving> {
  const dataDir = env.BALCAO_DATA_DIR ?? temporaryDirectory()
  const { child, serving } = await start({ ...env, BALCAO_DATA_DIR: dataDir }, command, cwd, temporaryDirectory())
  cleanups.push(async () => {
    child.kill('SIGKILL')
    await child.exited
  })
  await waitForState(state, serving, () => child.exitCode !== null)
  return serving
}

/**
 * Starts `balcao serve` for all test files of this process. It ends with this process, however that ends: a shell in the
 * background looks every second whether this process still runs, then kills the executable and deletes its directory.
 */
export async function serveUntilExit(env: Environment): Promise<Serving> {
  const directory = createDirectory()
  const dataDir = join(directory, 'data')
  const { child, serving } = await start({ ...env, BALCAO_DATA_DIR: dataDir }, ['serve'], root, directory)
  const watch = '(while kill -0 "$0" 2>/dev/null; do sleep 1; done; kill -9 "$1"; sleep 1; rm -rf "$2") &'
  Bun.spawn(['sh', '-c', watch, `${process.pid}`, `${child.pid}`, directory], { stdio: ['ignore', 'ignore', 'ignore'] })
  child.unref()
  await waitForState('ready', serving, () => child.exitCode !== null)
  return serving
}

/** @param files directory for the output */
async function start(env: Environment & { BALCAO_DATA_DIR: string }, command: string[], cwd: string, files: string) {
  const port = Number(env.BALCAO_PORT ?? (await findFreePort()))
  const dataDir = env.BALCAO_DATA_DIR
  const database = await servedDatabase(dataDir)
  const [out, err] = [join(files, 'out'), join(files, 'err')]
  const child = Bun.spawn([executable, ...command], {
    cwd,
    env: minimalEnvironment({
      BALCAO_HOST: '127.0.0.1',
      ...superUserEnvironment,
      ...database.env,
      ...env,
      BALCAO_PORT: String(port),
    }),
    stdout: Bun.file(out),
    stderr: Bun.file(err),
  })
  const serving: Serving = {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    database,
    get: (path, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers }),
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      return await child.exited
    },
    log: () => lines(out).map((line) => JSON.parse(line)),
    stderr: () => readFileSync(err, 'utf8'),
    stdout: () => readFileSync(out, 'utf8'),
    mainThreadMs: () =>
      Number.parseInt(readFileSync(`/proc/${child.pid}/task/${child.pid}/schedstat`, 'utf8'), 10) / 1e6,
    exitReport() {
      const how = child.signalCode ?? child.exitCode
      return how === null ? null : `${how}: ${lines(out).slice(-5).join('\n')} ${serving.stderr().slice(-4000)}`
    },
  }
  return { child, serving }
}

/** First super user, for an executable that creates its installation. */
export const superUserEnvironment = {
  BALCAO_SUPER_EMAIL: superUser.email,
  BALCAO_SUPER_PASSWORD: superUser.password,
  BALCAO_SECOND_FACTOR: 'optional',
}

/** Complete lines of a file; the last one may be half written and is dropped. */
const lines = (file: string) => readFileSync(file, 'utf8').split('\n').slice(0, -1).filter(Boolean)

async function waitForState(state: string, { get, stderr }: Serving, ended: () => boolean) {
  const until = performance.now() + defaultWaitMs
  const current = async () => (await get('/readyz').catch(() => null))?.text()
  while ((await current()) !== state) {
    if (ended() || performance.now() > until) throw new Error(`the server did not become ${state}: ${stderr()}`)
    await Bun.sleep(15)
  }
}

/** Logs in and returns the access token, or undefined when refused. */
export async function signIn({ url }: Serving, { email, password } = superUser): Promise<string | undefined> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return ((await answer.json()) as { token?: string }).token
}
