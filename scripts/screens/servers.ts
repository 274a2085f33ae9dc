import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../setup'

/** A running executable with a data directory of its own. */
export interface Server {
  url: string
  /** Output until the program was ready. */
  printed: string
  stop(): Promise<void>
}

/** Starts the demonstration; it is ready when it has printed its logins. */
export const startDemo = () => start('demo', 'Ctrl-C', { BALCAO_SECOND_FACTOR: 'optional' })

/** Starts a new installation without an account; it is ready when it has printed its set-up link. */
export const startUnclaimed = () =>
  start('serve', '/setup?token=', {
    BALCAO_SECOND_FACTOR: 'required',
    BALCAO_SUPER_EMAIL: '',
    BALCAO_SUPER_PASSWORD: '',
    // Never answers; only the screens of a server that sends mails need it.
    BALCAO_SMTP_URL: 'smtp://127.0.0.1:9',
    BALCAO_MAIL_FROM: 'balcao@rita.example',
  })

let started = 0

async function start(command: string, ready: string, settings: Record<string, string>): Promise<Server> {
  const directory = mkdtempSync(join(tmpdir(), 'balcao-screens-'))
  // The demonstration takes the following port as well.
  const port = String(40_000 + ((process.pid * 20 + 10 * started++) % 20_000))
  const own = { BALCAO_DATA_DIR: join(directory, 'data'), BALCAO_PORT: port, BALCAO_HOST: '127.0.0.1' }
  const output = Bun.file(join(directory, 'output'))
  await Bun.write(output, '')
  const child = Bun.spawn([join(root, 'dist', 'balcao'), command], {
    env: { ...process.env, ...settings, ...own },
    stdout: output,
    stderr: output,
  })
  const printed = await readUntil(output, ready, () => child.exitCode !== null)
  const stop = async () => {
    child.kill()
    await child.exited
    rmSync(directory, { recursive: true, force: true })
  }
  return { url: `http://localhost:${port}`, printed, stop }
}

/** Resolves with the output of a program once it contains `ready`. @throws if the program ends without it */
async function readUntil(output: Bun.BunFile, ready: string, hasEnded: () => boolean): Promise<string> {
  while (true) {
    const isLast = hasEnded()
    const text = await output.text()
    if (text.includes(ready)) return text
    if (isLast) throw new Error(`the program ended: ${text}`)
    await Bun.sleep(100)
  }
}
