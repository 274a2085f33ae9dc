import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bun, installPackages, root, run } from './setup'

/** Installs, builds what has changed, and becomes the executable: `bun scripts/run.ts serve|demo …`. */
await installPackages()
await run([bun, 'build.ts', '--if-changed'])

const child = Bun.spawn([join(root, 'dist', 'balcao'), ...process.argv.slice(2)], {
  stdio: ['inherit', 'inherit', 'inherit'],
})
// The terminal's Ctrl-C reaches the child by itself; a supervisor's signal only reaches this process.
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
process.on('SIGINT', () => {})
// npx does not pass on the signal that ends it, and would leave the server behind, holding its port.
const launchers = launchersOf(process.pid)
setInterval(() => launchers.every(({ pid, name }) => look(pid)?.name === name) || child.kill('SIGTERM'), 1000).unref()
process.exit(await child.exited)

/** The processes that only started this one: npm, node, bun and the shells between them, up to the first other. */
function launchersOf(pid: number): { pid: number; name: string }[] {
  const parent = look(pid)?.parent
  const found = parent ? look(parent) : undefined
  if (!parent || !found || !/^(npm|npx|node|bun|sh$|dash$)/.test(found.name)) return []
  return [{ pid: parent, name: found.name }, ...launchersOf(parent)]
}

/** What Linux says of a process; undefined when it is gone, or the system is another. */
function look(pid: number): { name: string; parent: number } | undefined {
  try {
    const [, name = '', parent] = /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { name, parent: Number(parent) }
  } catch {
    return undefined
  }
}
