import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Installation of packages, the first step of every script. It runs on a machine with only Node and npm, so this file
 * imports only modules of Bun itself: `node_modules` may not exist yet.
 */

export const root = join(import.meta.dir, '..')
/** Path of the Bun that runs this script; under `npx bun@…` no other one is installed. */
export const bun = process.execPath

const stamp = join(root, 'node_modules', '.balcao-lock')

/** Installs the packages of `bun.lock`, unless they are installed already. Exits when that fails. */
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

/** Runs a command like `run`, and returns its exit code. Its output goes to `stdout`, a file descriptor. */
export async function attempt(
  command: string[],
  env: Record<string, string> = {},
  stdout: number = process.stdout.fd,
): Promise<number> {
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['inherit', stdout, 'inherit'],
  })
  return await child.exited
}

if (import.meta.main) await installPackages()
