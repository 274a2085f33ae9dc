import { bun, installPackages, run } from './setup'

/**
 * The server from its sources, started again when one of them changes; the interface is bundled on request and
 * replaces its modules in the open page.
 */
await installPackages()
await run([bun, '--watch', '--no-clear-screen', 'src/main.ts', 'serve', ...process.argv.slice(2)], {
  NODE_ENV: 'development',
})
