import { type Emulator, startEmulator } from '../../emulator/emulator'
import { createMissingKeys } from '../../src/core/keys/create-missing-keys'
import { Bus } from '../../src/core/nodes/bus'
import type { LeaseTable } from '../../src/core/nodes/lease-table'
import { Leases } from '../../src/core/nodes/leases'
import { LeaseRows } from '../../src/core/storage/postgres/lease-rows'
import type { PostgresStore } from '../../src/core/storage/postgres/store'
import { PostgresWire } from '../../src/core/storage/postgres/wire'
import { ClusterWhatsApp } from '../../src/whatsapp/cluster/cluster-whatsapp'
import type { ConnectionRef } from '../../src/whatsapp/contract'
import type { LeaseDatabase } from '../core/nodes/lease-database'
import { companyId, createParsers, RecordingHost, secrets, testTiming, until } from './world'

/** A process of the installation: its sessions, its leases, and its recorded product. */
export interface ClusterNode {
  id: string
  whatsapp: ClusterWhatsApp
  leases: Leases
  host: RecordingHost
  store: PostgresStore
  /** Its renewals fail from now on, as with a cut connection to the database. */
  cutLeases(): void
  /** Its clock stands still from now on: it goes on to trust its leases, as no node may. */
  stopClock(): void
  stop(): Promise<void>
}

export interface Cluster {
  emulator: Emulator
  database: LeaseDatabase
  connection: ConnectionRef
  addNode(): Promise<ClusterNode>
  /** Moves all clocks on, those of the nodes and that of the database. */
  pass(ms: number): Promise<void>
  stop(): Promise<void>
}

/** Real time plus what tests have added. */
const movedClock = '(select (extract(epoch from clock_timestamp()) * 1000)::bigint + at from driven_clock)'

/** Nodes on one PostgreSQL, with a bus, beside an emulator. @param connections those that should connect */
export async function createCluster(database: LeaseDatabase, connections = 1): Promise<Cluster> {
  const emulator = await startEmulator()
  await database.reset(connections)
  await database.admin.unsafe('update driven_clock set at = 0')
  const parsers = createParsers()
  const nodes: ClusterNode[] = []
  let added = 0
  const addNode = async () => {
    const store = await database.openStore()
    await createMissingKeys(store, secrets)
    const node = await startNode({
      emulator,
      database,
      store,
      parsers,
      id: `node ${nodes.length + 1}`,
      added: () => added,
    })
    nodes.push(node)
    return node
  }
  return {
    emulator,
    database,
    connection: { companyId, whatsappId: 1 },
    addNode,
    async pass(ms) {
      added += ms
      await database.admin.unsafe(`update driven_clock set at = ${added}`)
    },
    async stop() {
      for (const node of nodes) await node.stop()
      parsers.stop()
      await emulator.stop()
    },
  }
}

interface NodeParts {
  id: string
  emulator: Emulator
  database: LeaseDatabase
  store: PostgresStore
  parsers: ReturnType<typeof createParsers>
  added(): number
}

async function startNode({ id, emulator, database, store, parsers, added }: NodeParts): Promise<ClusterNode> {
  const state = { isCut: false, stoppedAt: null as number | null }
  const clock = () => state.stoppedAt ?? performance.now() + added()
  const table = cuttable(new LeaseRows(database.options, movedClock), () => state.isCut)
  const leases = new Leases({ id, name: id, version: '1', facts: '{}' }, table, clock)
  const host = new RecordingHost(store)
  const given = { url: emulator.url, rootKey: emulator.rootKey, ca: emulator.caPem }
  const bus: Bus = new Bus(id, new PostgresWire(database.options), {
    receive: (...heard) => whatsapp.busListener.receive(...heard),
    lose: () => whatsapp.busListener.lose(),
    leave: (node) => whatsapp.busListener.leave(node),
  })
  const options = { ...given, timing: testTiming }
  const whatsapp = new ClusterWhatsApp({ store, secrets, host, parsers, options, leases, bus })
  await bus.start()
  await leases.join()
  await whatsapp.startAll()
  let isStopped = false
  return {
    id,
    whatsapp,
    leases,
    host,
    store,
    cutLeases: () => {
      state.isCut = true
    },
    stopClock: () => {
      state.isCut = true
      state.stoppedAt = clock()
    },
    async stop() {
      if (isStopped) return
      isStopped = true
      await whatsapp.stopAll()
      await bus.stop()
      await store.close()
    },
  }
}

/** The table, whose statements on leases fail while it is cut; locks are statements of units, which go on. */
const cuttable = (table: LeaseTable, isCut: () => boolean): LeaseTable =>
  new Proxy(table, {
    get: (target, name: keyof LeaseTable) => {
      const method = target[name] as (...given: unknown[]) => unknown
      if (name === 'lock' || name === 'close') return method.bind(target)
      return (...given: unknown[]) => (isCut() ? Promise.reject(new Error('cut')) : method.apply(target, given))
    },
  })

/** Links the connection to the owner's phone at the node that has its session. */
export async function linkAt({ whatsapp, host }: ClusterNode, { emulator, connection }: Cluster, number: string) {
  const state = () => host.lastStateOf(connection.whatsappId)
  const { qrcode } = await until('a QR code', () => (state()?.status === 'qrcode' ? state() : undefined))
  const owner = emulator.owner(number)
  await owner.scan(qrcode)
  await until('the session', () => whatsapp.isOpen(connection))
  return owner
}
