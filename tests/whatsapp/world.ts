import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultWaitMs } from '../../emulator/default-wait'
import { type Emulator, startEmulator } from '../../emulator/emulator'
import { log } from '../../src/core/log'
import { ParserPool } from '../../src/core/parsers/pool'
import { Secrets } from '../../src/core/secrets'
import type { Store } from '../../src/core/storage/db'
import type { CompanyId } from '../../src/core/storage/schema'
import { openStore } from '../../src/core/storage/sqlite/store'
import { TenantDb } from '../../src/core/storage/tenant'
import { parserLimits } from '../../src/parsers'
import { storeTimersOf } from '../../src/whatsapp/chat-timers'
import type {
  AccountLimits,
  AckUpdate,
  AddressBookEntry,
  ConnectionRef,
  InboundCall,
  SessionState,
  WhatsApp,
  WhatsAppHost,
} from '../../src/whatsapp/contract'
import { markStored } from '../../src/whatsapp/inbox'
import type { WhatsAppOptions } from '../../src/whatsapp/options'
import type { Identity, Inbound, InboundMessage } from '../../src/whatsapp/received'
import { createWhatsApp } from '../../src/whatsapp/sessions'
import { migratedImage } from '../migrated'

log.level = process.env.WORLD_LOG ?? 'silent'

export const companyId = 1 as CompanyId
export const secrets = new Secrets('a root key for tests, of enough characters')

export const createParsers = () => new ParserPool(new URL('../../src/parser-worker.ts', import.meta.url), parserLimits)

/** Opens a migrated store in the directory, with one company and the given number of connections. */
export async function createStore(directory: string, connections = 1): Promise<Store> {
  const file = join(directory, 'balcao.db')
  if (!existsSync(file)) writeFileSync(file, await migratedImage())
  const store = openStore(file)
  const flags = { useCampaigns: 0, useSchedules: 0, useInternalChat: 0, useExternalApi: 0, useKanban: 0 } as const
  const plan = { id: 1, name: 'p', users: 1, connections: 50, queues: 1, value: 0, ...flags } as const
  const company = { id: companyId, name: 'c', email: 'c@c.test', phone: '1', planId: 1, dueDate: '2099-01-01' }
  await store.write(async ({ kysely }) => {
    await kysely
      .insertInto('plans')
      .values({ ...plan, useOpenAi: 0, useIntegrations: 0, isPublic: 0 })
      .onConflict((at) => at.doNothing())
      .execute()
    await kysely
      .insertInto('companies')
      .values(company)
      .onConflict((at) => at.doNothing())
      .execute()
    for (let id = 1; id <= connections; id++)
      await kysely
        .insertInto('connections')
        .values({ id, companyId, name: `c${id}` })
        .onConflict((at) => at.doNothing())
        .execute()
  })
  return store
}

/** Host in place of the product: records every call and marks messages as stored in a transaction of its own. */
export class RecordingHost implements WhatsAppHost {
  readonly addressBook: AddressBookEntry[] = []
  readonly batches: { whatsappId: number; batch: Inbound[] }[] = []
  readonly acks: (AckUpdate & { whatsappId: number })[] = []
  readonly states: (SessionState & { whatsappId: number })[] = []
  readonly calls: InboundCall[] = []
  readonly caughtUp: number[] = []
  readonly limits: AccountLimits[] = []
  readonly presences: [Identity, string][] = []
  readonly pairs: { number: string; lid: string }[] = []
  readonly sent = new Map<string, Uint8Array>()
  /** Number of next calls of onInbound that throw. */
  remainingFailures = 0
  /** Promise awaited before receipts are recorded. */
  ackGate: Promise<unknown> | undefined

  constructor(private readonly store: Store) {}

  async onInbound({ whatsappId }: ConnectionRef, batch: Inbound[]) {
    if (this.remainingFailures > 0) {
      this.remainingFailures--
      throw new Error('failure requested by the test')
    }
    await TenantDb.of(this.store, companyId).transaction(async (tx) => {
      await storeTimersOf(tx, whatsappId, batch)
      await markStored(
        tx,
        whatsappId,
        batch.map(({ waId }) => waId),
      )
    })
    this.batches.push({ whatsappId, batch })
  }
  async onCaughtUp({ whatsappId }: ConnectionRef) {
    this.caughtUp.push(whatsappId)
  }
  async onAcks({ whatsappId }: ConnectionRef, updates: AckUpdate[]) {
    await this.ackGate
    this.acks.push(...updates.map((update) => ({ ...update, whatsappId })))
  }
  async onState({ whatsappId }: ConnectionRef, state: SessionState) {
    this.states.push({ ...state, whatsappId })
  }
  async onLimits(_: ConnectionRef, limits: AccountLimits) {
    this.limits.push(limits)
  }
  async onCall(_: ConnectionRef, call: InboundCall) {
    this.calls.push(call)
  }
  async onPresence(_: ConnectionRef, chat: Identity, presence: string) {
    this.presences.push([chat, presence])
  }
  async onIdentity(_: ConnectionRef, pair: { number: string; lid: string }) {
    this.pairs.push(pair)
  }
  async onAddressBook(_: ConnectionRef, entries: AddressBookEntry[]) {
    this.addressBook.push(...entries)
  }
  async storedMessage(_: ConnectionRef, waId: string) {
    return this.sent.get(waId)
  }

  get inbound(): Inbound[] {
    return this.batches.flatMap(({ batch }) => batch)
  }
  get messages(): InboundMessage[] {
    return this.inbound.filter((one) => one.type === 'message')
  }
  lastAckOf(waId: string) {
    return this.acks.filter((update) => update.waId === waId).at(-1)
  }
  lastStateOf(whatsappId: number) {
    return this.states.filter((state) => state.whatsappId === whatsappId).at(-1)
  }
}

/** Short waits in ms for what tests wait for; timeouts that end slow connections are those of the product. */
export const testTiming = {
  backoffMin: 150,
  backoffMax: 1_000,
  closing: 150,
  end: 500,
}

export interface World {
  emulator: Emulator
  store: Store
  host: RecordingHost
  whatsapp: WhatsApp
  connection: ConnectionRef
  ref(whatsappId: number): ConnectionRef
  directory: string
  /** Stops all sessions and the store, and opens them again on the same database. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export async function createWorld({
  connections = 1,
  options = {},
  emulator: others,
}: {
  connections?: number
  options?: WhatsAppOptions
  emulator?: Emulator
} = {}): Promise<World> {
  const directory = mkdtempSync(join(tmpdir(), 'whatsapp-test-'))
  const emulator = others ?? (await startEmulator())
  const parsers = createParsers()
  const start = async () => {
    const store = await createStore(directory, connections)
    const host = new RecordingHost(store)
    const server = { url: emulator.url, rootKey: emulator.rootKey, ca: emulator.caPem }
    const whatsapp = createWhatsApp({
      store,
      secrets,
      host,
      parsers,
      options: { ...server, ...options, timing: { ...testTiming, ...options.timing } },
    })
    return { store, host, whatsapp }
  }
  const ref = (whatsappId: number): ConnectionRef => ({ companyId, whatsappId })
  const world: World = {
    ...(await start()),
    emulator,
    directory,
    connection: ref(1),
    ref,
    async restart() {
      await world.whatsapp.stopAll()
      await world.store.close()
      Object.assign(world, await start())
    },
    async stop() {
      await world.whatsapp.stopAll()
      await world.store.close()
      parsers.stop()
      if (!others) await emulator.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
  return world
}

type Found<T> = T | undefined | null | false
/** First truthy result of `look`, called every 5 ms. @throws Error that names `what` after 60 s */
export async function until<T>(what: string, look: () => Found<T> | Promise<Found<T>>): Promise<T> {
  for (const end = performance.now() + defaultWaitMs; performance.now() < end; await Bun.sleep(5)) {
    const found = await look()
    if (found) return found
  }
  throw new Error(`not within ${defaultWaitMs} ms: ${what}`)
}

export const waitForStatus = (world: World, wanted: string, reason?: string, whatsappId = 1) =>
  until(`${wanted} ${reason ?? ''}, but ${JSON.stringify(world.host.lastStateOf(whatsappId))}`, () => {
    const state = world.host.lastStateOf(whatsappId)
    return state?.status === wanted && (!reason || state.reason === reason) ? state : undefined
  })

/** Links a connection to the owner's phone by QR code and waits until it is open. */
export async function link(world: World, number = '5511911110001', whatsappId = 1) {
  await world.whatsapp.start(world.ref(whatsappId))
  const { qrcode } = await waitForStatus(world, 'qrcode', 'scanQr', whatsappId)
  const owner = world.emulator.owner(number)
  await owner.scan(qrcode)
  await waitForStatus(world, 'CONNECTED', undefined, whatsappId)
  return owner
}
