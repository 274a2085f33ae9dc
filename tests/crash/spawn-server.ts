import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { superUserEnvironment } from '../executable/balcao'

const root = join(import.meta.dir, '..', '..')

interface ServerProcess {
  /** Executable, after words that start it under another program. */
  command: string[]
  port: number
  dataDir: string
  /** File to which the output of each start is appended. */
  logFile: string
  env: Record<string, string>
}

/** Starts `serve` of an executable without waiting until it answers; it reads no file of this machine. */
export function spawnServer({ command, port, dataDir, logFile, env }: ServerProcess) {
  const log = openSync(logFile, 'a')
  const child = Bun.spawn([...command, 'serve'], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      BALCAO_ENV_FILE: '',
      BALCAO_HOST: '127.0.0.1',
      BALCAO_PORT: String(port),
      BALCAO_DATA_DIR: dataDir,
      ...superUserEnvironment,
      ...env,
    },
    stdout: log,
    stderr: log,
  })
  closeSync(log)
  return child
}
