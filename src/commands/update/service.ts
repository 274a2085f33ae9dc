import { existsSync, readlinkSync } from 'node:fs'
import { UserError } from '../../core/user-error'

/** Starts and stops the server of this installation. Each resolves when it is done, and throws with the reason. */
export interface Service {
  start(): Promise<void>
  stop(): Promise<void>
  /** Ends a server that does not take work, at once; acknowledged writes are on disk in every case. */
  kill(): Promise<void>
  /** Path of the executable that serves; null when it is not known. */
  executable(): string | null
}

/** The service `balcao` of systemd; null on a machine without it. */
export function systemdService(): Service | null {
  if (!existsSync('/run/systemd/system')) return null
  const control = (...words: string[]) => runProgram(['systemctl', ...words, 'balcao'])
  return {
    start: () => control('start'),
    stop: () => control('stop'),
    async kill() {
      await control('kill', '--signal=SIGKILL').catch(() => {}) // it may have ended
      await control('stop')
    },
    executable: servedBySystemd,
  }
}

function servedBySystemd(): string | null {
  const shown = Bun.spawnSync(['systemctl', 'show', '-P', 'MainPID', 'balcao']).stdout.toString().trim()
  try {
    return readlinkSync(`/proc/${shown}/exe`).replace(/ \(deleted\)$/, '')
  } catch {
    return null
  }
}

/** Another service manager: a program that is called with `start`, `stop` or `kill`. */
export const serviceProgram = (path: string): Service => ({
  start: () => runProgram([path, 'start']),
  stop: () => runProgram([path, 'stop']),
  kill: () => runProgram([path, 'kill']),
  executable: () => null,
})

/** Its messages go to the terminal. Apart from the terminal's processes, so that Ctrl-C does not reach it. */
async function runProgram(command: string[]) {
  const child = Bun.spawn(command, { stdio: ['ignore', 'ignore', 'inherit'], detached: true })
  const code = await child.exited
  if (code !== 0) throw new UserError(`${command.join(' ')} failed (${code})`)
}
