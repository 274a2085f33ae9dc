import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import type { Control } from '../../../emulator/control-client'
import { type PostgresReplica, type PostgresServer, startPostgres, startReplica } from '../../../scripts/postgres'
import { clientOptions } from '../../../src/core/storage/postgres/address'
import { type SimulatedWhatsApp, startSimulatedWhatsApp } from '../../simulated-whatsapp'
import { until } from '../../until'
import { ApiClient } from '../api-client'
import { NodeProcess } from './node-process'

/** Processes of one installation on PostgreSQL, beside a simulated WhatsApp. Requests go to any of them. */
export class NodeDeployment extends ApiClient {
  readonly nodes: NodeProcess[] = []
  /** For what tests read and change by themselves. */
  database: SQL
  private replica: PostgresReplica | null = null
  private started = 0

  private constructor(
    private readonly directory: string,
    private server: PostgresServer,
    private readonly whatsapp: SimulatedWhatsApp,
  ) {
    super()
    this.database = connectTo(server)
  }

  /** Starts a database, the emulator and this many processes, and logs in the first user. */
  static async open(nodes: number): Promise<NodeDeployment> {
    const directory = mkdtempSync(join(tmpdir(), 'balcao-nodes-'))
    chmodSync(directory, 0o755) // the database runs as another user
    const whatsapp = await startSimulatedWhatsApp(['--ca-file', join(directory, 'ca.pem')])
    const deployment = new NodeDeployment(directory, await startPostgres(), whatsapp)
    for (let n = 0; n < nodes; n++) await deployment.addNode()
    await deployment.database`update plans set connections = 500`
    await deployment.logIn()
    return deployment
  }

  get control(): Control {
    return this.whatsapp.control
  }

  /** Starts a process and waits until it may receive. */
  async addNode(): Promise<NodeProcess> {
    const node = await NodeProcess.start(join(this.directory, `node${++this.started}`), this.server.directory, {
      ...this.whatsapp.env,
      BALCAO_MEDIA_URL: `file://${join(this.directory, 'media')}`,
      BALCAO_SECRET: 'one root key for all of the nodes',
    })
    await until('a ready node', async () => (await node.state()) === 'ready')
    this.nodes.push(node)
    return node
  }

  /** Forgets a process that has ended. */
  remove(node: NodeProcess) {
    this.nodes.splice(this.nodes.indexOf(node), 1)
  }

  /** Adds a replica without which the server acknowledges no commit. */
  async addReplica() {
    this.replica = await startReplica(this.server)
    await this.database.unsafe(`alter system set synchronous_standby_names = '*'`)
    await this.database.unsafe('alter system set synchronous_commit = on')
    await this.database`select pg_reload_conf()`
    await until('the replica', async () => (await this.database.unsafe(inStepText)).length > 0)
  }

  /** Ends the database in the middle of transactions and starts it again. */
  async restartDatabase() {
    await this.server.crash()
    await this.server.restart()
  }

  /** Ends the database in the middle of transactions, promotes the replica, and leads all processes to it. */
  async failOver() {
    await this.server.crash()
    const former = this.server
    this.server = this.replica as PostgresReplica
    this.replica?.promote()
    for (const { line } of this.nodes) line.switchTo(this.server.directory)
    await this.database.close({ timeout: 0 })
    this.database = connectTo(this.server)
    this.replica = null
    rmSync(former.directory, { recursive: true, force: true })
  }

  /** Ids of the connections whose leases a process has by the database. */
  async heldBy({ port }: NodeProcess): Promise<number[]> {
    const rows = await this.database`select "whatsappId" as id from leases join nodes on nodes.id = leases.node
      where nodes.name like ${`%:${port}`} and "expiresAt" > extract(epoch from clock_timestamp()) * 1000 order by id`
    return rows.map(({ id }: { id: bigint }) => Number(id))
  }

  /** Requests go to the processes in turn. */
  protected nextUrl() {
    const node = this.nodes[this.turn++ % this.nodes.length] as NodeProcess
    return node.url
  }
  private turn = 0

  /** Ends everything and deletes the files; with `CRASH_KEEP` they are kept for inspection. */
  async close() {
    await Promise.all(this.nodes.map((node) => node.stop('SIGKILL')))
    await this.database.close({ timeout: 0 })
    this.whatsapp.child.kill('SIGKILL')
    await this.replica?.stop()
    await this.server.stop()
    if (process.env.CRASH_KEEP) process.stderr.write(`kept: ${this.directory}\n`)
    else rmSync(this.directory, { recursive: true, force: true })
  }
}

const connectTo = ({ address }: PostgresServer) => new SQL({ ...clientOptions(address), max: 2 } as never)

const inStepText = `select 1 from pg_stat_replication where sync_state = 'sync'`
