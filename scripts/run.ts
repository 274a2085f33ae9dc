import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bun, installPackages, root, run } from './setup'

/**
 * Installs packages, builds if sources have changed, and runs the executable: `bun scripts/run.ts serve|demo …`. With
 * `demo --several` three of them serve one demonstration (several.ts).
 */
await installPackages()
await run([bun, 'build.ts', '--if-changed'])

if (process.argv.includes('--several')) process.exit(await (await import('./several')).runSeveral())

const child = Bun.spawn([join(root, 'dist', 'balcao'), ...process.argv.slice(2)], {
  stdio: ['inherit', 'inherit', 'inherit'],
})
// Ctrl-C in a terminal reaches the child directly; a supervisor's signal reaches only this process and is passed on.
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
process.on('SIGINT', () => {})
// npx does not pass on signals: without this check the server would keep running, and its port in use.
const launchers = launchersOf(process.pid)
setInterval(
  () => launchers.every(({ pid, name }) => readProcess(pid)?.name === name) || child.kill('SIGTERM'),
  1000,
).unref()
process.exit(await child.exited)

/** Ancestor processes that only launch this one: npm, node, bun and shells, up to the first other program. */
function launchersOf(pid: number): { pid: number; name: string }[] {
  const parent = readProcess(pid)?.parent
  const found = parent ? readProcess(parent) : undefined
  if (!parent || !found || !/^(npm|npx|node|bun|sh$|dash$)/.test(found.name)) return []
  return [{ pid: parent, name: found.name }, ...launchersOf(parent)]
}

/** Reads name and parent of a process from /proc; undefined when it has ended, or on another system than Linux. */
function readProcess(pid: number): { name: string; parent: number } | undefined {
  try {
    const [, name = '', parent] = /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { name, parent: Number(parent) }
  } catch {
    return undefined
  }
}
