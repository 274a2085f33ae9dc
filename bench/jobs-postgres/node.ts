import type { JobHandlers } from '../../src/core/jobs/job'
import { JobLoop } from '../../src/core/jobs/loop'
import type { Scope } from '../../src/core/scope'
import { clientOptions } from '../../src/core/storage/postgres/address'
import { PostgresStore } from '../../src/core/storage/postgres/store'
import { name } from './shape'

/** One node: runs jobs until it is told to end, then writes number, begin and end of each run to a file. */
const [address = '', node = '', file = ''] = process.argv.slice(2)
const store = new PostgresStore(clientOptions(address))
await store.learnSchema()
const runs: number[] = []
const now = () => performance.timeOrigin + performance.now()
const run = async (_: Scope, { n }: { n: number }) => {
  const begin = now()
  await Promise.resolve()
  runs.push(n, begin, now())
}
const handlers = { [name]: { run, concurrency: 128, perGroup: 32 } } as unknown as JobHandlers
const loop = new JobLoop(store, handlers, (companyId) => ({ companyId }) as unknown as Scope, node)
const report = setInterval(() => process.send?.(runs.length / 3), 100)
process.on('message', async () => {
  clearInterval(report)
  await loop.stop()
  await Bun.write(file, new Float64Array(runs))
  await store.close()
  process.exit(0)
})
await loop.start()
