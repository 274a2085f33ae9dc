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
process.exit(await child.exited)
