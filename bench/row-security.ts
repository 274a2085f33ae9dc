import { startPostgres } from '../scripts/postgres'
import { assemble } from '../src/assemble'
import { readConfig } from '../src/config'
import { log } from '../src/core/log'
import type { Ports } from '../src/core/ports'
import { Platform, Scope } from '../src/core/scope'
import { Secrets } from '../src/core/secrets'
import type { CompanyId } from '../src/core/storage/schema'
import { openPostgres } from '../src/database-server'
import { receiveBatch } from '../src/features/inbox/messages/receive/receive'
import { searchEverything } from '../src/features/inbox/search/everything/service'
import { indexNewMessages } from '../src/features/inbox/search/index-messages'
import { listTickets } from '../src/features/inbox/tickets/list/list'
import { type PlanFlag, planFlags } from '../src/shared/enums'
import { personIdentity, textMessage } from '../tests/inbound-events'
import { interleaved, type Measure, ratio } from './figures'

const companies = Array.from({ length: 20 }, (_, n) => (n + 1) as CompanyId)
const rounds = 7
/** Each piece of work runs this often in a round, eight at a time, each for another company than the one before. */
const repetitions = 200
const atOnce = 8

/** Work with row level security ÷ without, on one PostgreSQL server with 20 companies. */
export async function rowSecurity(): Promise<Measure[]> {
  log.level = 'silent'
  const server = await startPostgres()
  const stores = [
    await openPostgres(server.address, { rowSecurity: true }),
    await openPostgres(server.address),
  ] as const
  try {
    const [secured, plain] = stores.map((store) => portsOn(store)) as [Ports, Ports]
    await fill(plain)
    const measures: Measure[] = []
    for (const [name, work] of Object.entries(works)) {
      const pairs = await interleaved(
        rounds,
        () => perSecond(secured, work),
        () => perSecond(plain, work),
      )
      measures.push(ratio(`${name} per second with row level security ÷ without`, 0.8, 'more', pairs))
    }
    return measures
  } finally {
    await Promise.all(stores.map((store) => store.close()))
    await server.stop()
  }
}

const portsOn = (store: Awaited<ReturnType<typeof openPostgres>>) =>
  assemble(readConfig({}), store, new Secrets('root key of a benchmark, of no installation'), false).services.ports

const scopeOf = (ports: Ports, companyId: CompanyId) => Scope.for(ports, companyId, { system: 'bench' })

/** A batch of ten messages of ten people. */
const batch = () => Array.from({ length: 10 }, (_, n) => textMessage({ chat: personIdentity(`55119888800${10 + n}`) }))

const receive = (ports: Ports, companyId: CompanyId) =>
  receiveBatch(scopeOf(ports, companyId), { companyId, whatsappId: companyId }, batch())

const viewer = (companyId: CompanyId) =>
  ({ userId: companyId, name: 'A', super: false, profile: 'admin', allTicket: 'enabled', queueIds: [] }) as const

const works: Record<string, (ports: Ports, companyId: CompanyId) => Promise<unknown>> = {
  'batches of ten messages': receive,
  'ticket lists': (ports, companyId) =>
    listTickets(Scope.for(ports, companyId, viewer(companyId) as never), { showAll: true }),
  'searches for a word': (ports, companyId) =>
    searchEverything(Scope.for(ports, companyId, viewer(companyId) as never), { q: 'bom dia' }),
}

async function fill(ports: Ports) {
  const flags = Object.fromEntries(planFlags.map((flag) => [flag, 1])) as Record<PlanFlag, 1>
  await ports.store.write(async ({ kysely }) => {
    const plan = { id: 1, name: 'P', users: 9, connections: 9, queues: 9, value: 0, isPublic: 1 as const }
    await kysely
      .insertInto('plans')
      .values({ ...plan, ...flags })
      .execute()
    for (const id of companies) {
      const facts = { name: `c${id}`, email: '', phone: '', planId: 1, dueDate: '2099-12-31', trialExpiration: null }
      await kysely
        .insertInto('companies')
        .values({ id, ...facts })
        .execute()
      const number = `551130000${100 + id}`
      const state = { status: 'CONNECTED', shouldConnect: 0, lid: null, connectedAt: null } as const
      await kysely
        .insertInto('connections')
        .values({ id, companyId: id, name: 'N', isDefault: 1, number, ...state })
        .execute()
    }
  })
  for (let n = 0; n < 20; n++) await Promise.all(companies.map((companyId) => receive(ports, companyId)))
  await indexNewMessages(new Platform(ports), 0)
}

async function perSecond(ports: Ports, work: (ports: Ports, companyId: CompanyId) => Promise<unknown>) {
  const started = performance.now()
  let begun = 0
  const worker = async () => {
    while (begun < repetitions) await work(ports, companies[begun++ % companies.length] as CompanyId)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return (repetitions * 1000) / (performance.now() - started)
}
