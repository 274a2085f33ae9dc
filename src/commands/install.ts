import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { builtWith } from '../built-with'
import { readConfig } from '../config'
import { UserError } from '../core/user-error'
import { printLine, type Run } from './command'
import { withEnvironmentFile } from './environment-file'
import { environmentText } from './install/environment-text'
import { assertRoot, layoutIn } from './install/layout'
import { assertNoOther, putEnvironment, putFiles } from './install/put-files'
import { answersOf } from './install/questions'
import { systemUser } from './install/system-user'
import { printSetupLink } from './setup-link'
import { startUntilReady } from './update/await-ready'
import { systemdService } from './update/service'

/**
 * `balcao install`: makes user, directories, environment file and units, starts the service and prints the set-up link.
 * Repeatable: what exists stays. With `--root` only files are made, for an image.
 */
export const run: Run = async ({ values = new Map() }) => {
  assertRoot('install')
  if (builtWith.target === null) throw new UserError('only an executable can be installed; these are sources')
  const root = resolve(values.get('--root') ?? '/')
  const layout = layoutIn(root)
  assertNoOther(layout)
  const text = existsSync(layout.environment) ? null : environmentText(await answersOf(values))
  const user = systemUser(root)
  putFiles(layout, user)
  if (text !== null) putEnvironment(layout, text, user)
  printLine(`Balcão is installed: ${layout.executable}, variables in ${layout.environment}, data in ${layout.data}.`)
  return root === '/' ? start(layout.environment) : 0
}

async function start(file: string): Promise<number> {
  const service = systemdService()
  if (!service) {
    printLine('systemd does not run here; start it as the user balcao: balcao serve')
    return 0
  }
  for (const words of [['daemon-reload'], ['enable', 'balcao']])
    Bun.spawnSync(['systemctl', '--quiet', ...words], { stdio: ['ignore', 'inherit', 'inherit'] })
  const env = withEnvironmentFile({}, file)
  const config = readConfig(env)
  const problem = await startUntilReady(service, config, startMs)
  if (problem) throw new UserError(`the service does not take work (${problem}); journalctl -u balcao says why`)
  if (config.publicUrl.startsWith('https:'))
    printLine(
      `HTTPS: a proxy on this machine passes ${config.publicUrl} to port ${config.port}; balcao doctor checks it.`,
    )
  if (!(await printSetupLink(config))) printLine(`It is set up: sign in at ${config.publicUrl}`)
  return 0
}

/** A first start makes the tables, within seconds on a small machine. */
const startMs = 60_000
