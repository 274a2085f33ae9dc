import type { JobLoop } from '../../../src/core/jobs/loop'
import type { PostgresStore } from '../../../src/core/storage/postgres/store'
import { migratedDatabase, openDatabase } from '../../postgres-databases'
import { createDatabase } from '../../postgres-server'
import { createJobQueueOn, newLoop, type Run } from '../job-queue'

type Limits = Parameters<typeof newLoop>[2]

/** A node with its own connections to the database of the others. */
interface JobNode {
  id: string
  store: PostgresStore
  loop: JobLoop
}

/**
 * Nodes `a`, `b`, … of one installation on PostgreSQL, each with a job loop, and companies 1 to `companies`. Each node
 * counts as living until `kill`.
 */
export async function createJobNodes(
  run: (node: string, ...job: Parameters<Run>) => unknown,
  { nodes = 2, companies = 2, limits }: { nodes?: number; companies?: number; limits?: Limits } = {},
) {
  const database = await createDatabase(await migratedDatabase())
  const open = async () => {
    const store = await openDatabase(database)
    await store.learnSchema()
    return store
  }
  const main = await open()
  const execute = (text: string, values: unknown[] = []) =>
    main.withLine((line) => line.rows(text, values)) as Promise<Record<string, never>[]>
  const queue = await createJobQueueOn(main, (job) => run('', job), companies)
  const all: JobNode[] = []
  for (let n = 0; n < nodes; n++) {
    const id = String.fromCharCode(97 + n)
    await execute(
      `insert into nodes (id, name, version, state, "startedAt", "beatAt", facts)
      values ($1, $1, '1', 'serving', ${n}, 9000000000000, '{}')`,
      [id],
    )
    const store = await open()
    all.push({ id, store, loop: newLoop(store, (job) => run(id, job), limits, id) })
  }
  return {
    ...{ main, execute, put: queue.put, rows: queue.rows, nodes: all },
    /** Makes a node silent for longer than the others trust it. */
    kill: (id: string) => execute('update nodes set "beatAt" = 0 where id = $1', [id]),
    async stop() {
      await Promise.all(all.map(({ loop }) => loop.stop()))
      await Promise.all([main, ...all.map(({ store }) => store)].map((store) => store.close()))
    },
  }
}
