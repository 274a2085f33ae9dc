import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSeveral } from './several/start'

/**
 * `bun run demo --several`: the demonstration on three nodes, with PostgreSQL, a stand-in for S3 and a balancer on this
 * machine. Its data is lost when it ends. Returns the exit code.
 */
export async function runSeveral(): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'balcao-several-'))
  print('Preparing PostgreSQL, files and three nodes …')
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve())
  try {
    const several = await startSeveral(directory, Number(process.env.BALCAO_PORT ?? 3000))
    print(`\n${several.firstOutput()}`)
    print('  Nodes, each behind the balancer at the address above:')
    for (const { name, url, pid } of several.nodes) print(`    ${name}   ${url}   process ${pid}`)
    print(`\n  End one of the last two with kill -9: its browsers and numbers go to the others.`)
    await ended
    await several.stop()
    return 0
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const print = (line: string) => void process.stdout.write(`${line}\n`)
