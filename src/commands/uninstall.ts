import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { printLine, type Run } from './command'
import { assertRoot, layoutIn, packaged } from './install/layout'
import { systemdService } from './update/service'

/** `balcao uninstall`: stops the service and removes executable and units; data, variables and user stay. */
export const run: Run = async ({ values = new Map() }) => {
  assertRoot('uninstall')
  const root = resolve(values.get('--root') ?? '/')
  const { started, executable, service, failed, data, environment } = layoutIn(root)
  const isRunningHere = root === '/' && systemdService() !== null
  const control = (...words: string[]) =>
    isRunningHere && Bun.spawnSync(['systemctl', '--quiet', ...words], { stdio: ['ignore', 'inherit', 'inherit'] })
  control('disable', '--now', 'balcao')
  const isPackaged = started === packaged
  for (const path of [service, failed, ...(isPackaged ? [] : [executable, `${executable}.old`])])
    rmSync(path, { force: true })
  control('daemon-reload')
  if (isPackaged) printLine('apt remove balcao removes the executable.')
  printLine(`Balcão is removed. Data stays in ${data}, variables in ${environment}, and the user balcao owns the data.`)
  return 0
}
