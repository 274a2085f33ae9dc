import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { password } from './data'
import { showErrors } from './server-errors'

/** The measured executable. */
export const executable = join(import.meta.dir, '..', 'dist', 'balcao')
/** Directory of prepared data, used by many runs. */
export const kept = join(import.meta.dir, '..', '.cache', 'bench')
/** Temporary directory of this run; another run may have its own at the same time. */
export const scratch = join(kept, `run-${process.pid}`)

export interface Serving {
  url: string
  pid: number
  /** Milliseconds from spawning to the first 200 of /healthz. */
  startMs: number
  stop(): Promise<void>
}

/** The prepared data has no key file, so the key comes from here. */
export const secret = { BALCAO_SECRET: 'only-ever-used-for-measuring-0001' }

/** A port that is free now. */
function freePort(): number {
  const probe = Bun.serve({ port: 0, fetch: () => new Response() })
  const { port } = probe
  void probe.stop(true)
  return port as number
}

/** Starts a server without its output; resolves when `probe` answers 200. */
export async function serve(command: string[], env: Record<string, string> = {}, probe = '/healthz'): Promise<Serving> {
  const port = freePort()
  const started = performance.now()
  const child = Bun.spawn(command, {
    env: {
      PATH: process.env.PATH ?? '',
      BALCAO_PORT: String(port),
      PORT: String(port),
      BALCAO_HOST: '127.0.0.1',
      BALCAO_BUDGETS: '1000', // a bench asks faster than a person may
      ...env,
    },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  void showErrors(child.stderr)
  const url = `http://127.0.0.1:${port}`
  await answers(`${url}${probe}`, child)
  return {
    url,
    pid: child.pid,
    startMs: performance.now() - started,
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

async function answers(address: string, child: { exitCode: number | null }) {
  for (let left = 20_000; left > 0; left--) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode} before ${address} answered`)
    const ok = await fetch(address).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (ok) return
    await Bun.sleep(1)
  }
  throw new Error(`${address} did not answer`)
}

export interface ProductServing extends Serving {
  /** Copy of the data. */
  directory: string
}

/** Starts the product on a copy of a prepared data directory; `stop` deletes the copy. */
export async function serveProduct(
  data: string,
  env: Record<string, string> = {},
  file = executable,
): Promise<ProductServing> {
  const directory = join(scratch, `data-${crypto.randomUUID()}`)
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(scratch, { recursive: true })
  cpSync(data, directory, { recursive: true })
  const serving = await serve([file, 'serve'], {
    BALCAO_DATA_DIR: directory,
    BALCAO_LOG_LEVEL: 'error',
    ...secret,
    ...env,
  })
  await ready(serving.url)
  return {
    ...serving,
    directory,
    async stop() {
      await serving.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function ready(url: string) {
  while ((await fetch(`${url}/readyz`)).status !== 200) await Bun.sleep(5)
}

/** An access token. */
export async function login(url: string, email: string): Promise<string> {
  const body = JSON.stringify({ email, password })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`login of ${email}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { token: string }).token
}

/** Resident memory of a process in MB, from the kernel; `RssAnon` is without pages of files. */
export async function residentMb(pid: number, kind: 'VmRSS' | 'RssAnon' = 'VmRSS'): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text()
  return Number(new RegExp(`${kind}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}
