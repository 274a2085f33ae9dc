import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import { type PostgresServer, startPostgres } from '../scripts/postgres'
import { clientOptions } from '../src/core/storage/postgres/address'
import { below, type Measure } from './figures'
import { executable, scratch, secret } from './product'

const bar = 600

/**
 * `balcao move` of a million messages to PostgreSQL and back, each with its comparison. The server flushes as in
 * production; its other settings are those of tests (64 MB of shared buffers).
 */
export async function moved(data: string): Promise<Measure[]> {
  const server = await startPostgres()
  const [directory, back] = [join(scratch, 'move'), join(scratch, 'move-back')]
  try {
    await flushLikeProduction(server)
    cpSync(data, directory, { recursive: true })
    const there = await move(server.address, { BALCAO_DATA_DIR: directory })
    const home = await move(`sqlite:${back}`, { BALCAO_DATA_DIR: directory, BALCAO_DATABASE_URL: server.address })
    return [
      below('move of 1,000,000 messages to PostgreSQL, compared', bar, 's', [there]),
      below('the same back to SQLite, compared', bar, 's', [home]),
    ]
  } finally {
    await server.stop()
    for (const left of [directory, back]) rmSync(left, { recursive: true, force: true })
  }
}

async function flushLikeProduction({ address }: PostgresServer) {
  const sql = new SQL({ ...clientOptions(address), max: 1 } as never)
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await sql.unsafe(`alter system set ${name} = on`)
  await sql.unsafe('select pg_reload_conf()')
  await sql.close({ timeout: 0 })
}

/** Seconds of one move. */
async function move(to: string, env: Record<string, string>): Promise<number> {
  const from = performance.now()
  const child = Bun.spawn([executable, 'move', '--to', to], {
    env: { PATH: process.env.PATH ?? '', BALCAO_ENV_FILE: '', ...secret, ...env },
    stdout: 2,
    stderr: 'inherit',
  })
  if ((await child.exited) !== 0) throw new Error(`the move to ${to} failed`)
  return (performance.now() - from) / 1000
}
