import { bun, installPackages, run } from './setup'

/**
 * Starts the server from its sources and restarts it when one of them changes. The interface is bundled on request and
 * hot-reloaded in the open page.
 */
await installPackages()
await run([bun, '--watch', '--no-clear-screen', 'src/main.ts', 'serve', ...process.argv.slice(2)], {
  NODE_ENV: 'development',
})
