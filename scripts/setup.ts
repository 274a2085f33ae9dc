import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What every script does first, on a machine that may have nothing but Node and npm. It may therefore import only
 * what Bun itself carries: `node_modules` need not be there yet.
 */

export const root = join(import.meta.dir, '..')
/** The Bun that runs this script; under `npx bun@…` it is not otherwise installed. */
export const bun = process.execPath

const stamp = join(root, 'node_modules', '.balcao-lock')

/** Installs exactly what `bun.lock` says, unless that is what is there. Exits when it cannot. */
export async function installPackages() {
  const wanted = Bun.hash(await Bun.file(join(root, 'bun.lock')).bytes()).toString(36)
  if (existsSync(stamp) && (await Bun.file(stamp).text()) === wanted) return
  await run([bun, 'install', '--frozen-lockfile'])
  await Bun.write(stamp, wanted)
}

/** Runs a command in the project's folder with its output shown; exits with its code when it fails. */
export async function run(command: string[], env: Record<string, string> = {}) {
  const code = await attempt(command, env)
  if (code !== 0) process.exit(code)
}

/** The same, answering the exit code. */
export async function attempt(command: string[], env: Record<string, string> = {}): Promise<number> {
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['inherit', 'inherit', 'inherit'],
  })
  return await child.exited
}

if (import.meta.main) await installPackages()
