import { availableParallelism, hostname, loadavg, totalmem } from 'node:os'
import { version } from '../package.json'
import type { Config } from './config'
import type { Hub } from './core/http/hub'
import type { JobLoop } from './core/jobs/loop'
import type { Leases } from './core/nodes/leases'
import type { NodeFigures, OwnNode } from './core/nodes/node-figures'
import { readDisk } from './core/storage/free-bytes'

/** Parts of the process that have figures; they exist when the figures are first read. */
interface Measured {
  hub: Hub
  jobs: JobLoop
  leases: Leases | null
}

/** This process among those of the installation. @param measured parts whose figures it tells */
export const ownNode = (
  { port, dataDir }: Pick<Config, 'port' | 'dataDir'>,
  isShared: boolean,
  measured: () => Measured,
): OwnNode => ({
  id: crypto.randomUUID(),
  name: `${hostname()}:${port}`,
  version,
  startedAt: new Date().toISOString(),
  isShared,
  readFigures: () => ({ ...figuresOf(measured()), ...diskOf(dataDir) }),
})

const figuresOf = ({ hub, jobs, leases }: Measured) => ({
  cores: availableParallelism(),
  load: loadavg()[0] ?? 0,
  memoryBytes: process.memoryUsage.rss(),
  machineBytes: totalmem(),
  sockets: [...hub.everyone()].length,
  jobs: jobs.runningCount,
  aheadMs: leases?.aheadMs ?? null,
})

function diskOf(dataDir: string): Pick<NodeFigures, 'diskFreeBytes' | 'diskBytes'> {
  const { freeBytes, totalBytes } = readDisk(dataDir)
  return { diskFreeBytes: freeBytes, diskBytes: totalBytes }
}
