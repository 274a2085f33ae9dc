import { availableParallelism, hostname, loadavg, totalmem } from 'node:os'
import { version } from '../package.json'
import type { Config } from './config'
import type { Hub } from './core/http/hub'
import type { JobLoop } from './core/jobs/loop'
import type { Leases } from './core/nodes/leases'
import type { NodeFigures, OwnNode } from './core/nodes/node-figures'

/** Parts of the process that have figures; they exist when the figures are first read. */
interface Measured {
  hub: Hub
  jobs: JobLoop
  leases: Leases | null
}

/** This process among those of the installation. @param measured parts whose figures it tells */
export const ownNode = ({ port }: Pick<Config, 'port'>, isShared: boolean, measured: () => Measured): OwnNode => ({
  id: crypto.randomUUID(),
  name: `${hostname()}:${port}`,
  version,
  startedAt: new Date().toISOString(),
  isShared,
  readFigures: () => figuresOf(measured()),
})

const figuresOf = ({ hub, jobs, leases }: Measured): NodeFigures => ({
  cores: availableParallelism(),
  load: loadavg()[0] ?? 0,
  memoryBytes: process.memoryUsage.rss(),
  machineBytes: totalmem(),
  sockets: [...hub.everyone()].length,
  jobs: jobs.runningCount,
  aheadMs: leases?.aheadMs ?? null,
})
