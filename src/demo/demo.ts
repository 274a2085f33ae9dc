import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Simulator, startSimulator } from '../../emulator/control'
import type { WaitingCode } from '../../emulator/control/control-api'
import type { Config } from '../config'
import { log } from '../core/log'
import type { Platform } from '../core/scope'
import { databaseFile } from '../core/storage/data-directory'
import { UserError } from '../core/user-error'
import type { Profile } from '../shared/enums'
import { quietLibsignal } from '../whatsapp/quiet'
import { AskingCustomer } from './asking-customer'
import { pointToService, startAssistantService } from './assistant'
import { AutomaticCustomers } from './automatic-customers'
import { drawPortrait } from './message-files'
import { writeNodeVariables } from './node-variables'
import { loadPastFile, loadPastThreads } from './past-threads'
import { askingCustomer, demoConnections, newCustomers, people, provider, staff } from './people'
import { listQrCodes, renewExpiredCodes } from './qr-codes'
import { type Seeded, seedCompany } from './seed'

/** The demonstration: a simulated WhatsApp with its page, and a sample company with past conversations. */
export interface Demo {
  /** Configuration for `boot`: with the address of the simulated WhatsApp and a super user. */
  config: Config
  /** Address of the page on which the user writes as a customer. */
  pageUrl: string
  logins: { name: string; email: string; password: string; profile: Profile }[]
  /** Call after `boot`. Inserts the company and links its number on the first start; starts the automatic customers. */
  begin(platform: Platform): Promise<void>
  /** Stops the simulated WhatsApp. Call after the server has stopped. */
  stop(): Promise<void>
}

/** Directory of the simulator's state; its existence marks a data directory as one of `balcao demo`. */
const demoDirectory = (dataDir: string) => join(dataDir, 'demo')

/**
 * Starts the simulated WhatsApp. Its page uses the port after the server's, or a random one if that is in use.
 * @throws UserError for a data directory that holds a real installation
 */
export async function startDemo(config: Config): Promise<Demo> {
  const directory = demoDirectory(config.dataDir)
  if (existsSync(databaseFile(config.dataDir)) && !existsSync(directory))
    throw new UserError(
      `${config.dataDir} holds a real installation; set BALCAO_DATA_DIR to another place for the demo`,
    )
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  quietLibsignal() // the simulated phones load libsignal before the server does
  let codes: () => Promise<WaitingCode[]> = async () => []
  let past: (phone: string, id: string) => ReturnType<typeof loadPastFile> = async () => undefined
  const simulator = await startSimulatorNearPort(
    config,
    directory,
    () => codes(),
    (phone, id) => past(phone, id),
  )
  const { simulation, emulator } = simulator
  const assistant = startAssistantService()
  const url = onThisMachine(emulator.url)
  let life: AutomaticCustomers | undefined
  let askingCustomer: AskingCustomer | undefined
  let refresher: (() => void) | undefined

  async function begin(platform: Platform) {
    addSimulatedPhones(simulator)
    const seeded = await seedCompany(platform, (number) => simulation.customer(number).lid)
    const { companyId } = seeded
    await pointToService(platform, companyId, assistant.url)
    codes = () => listQrCodes(platform, companyId)
    past = (_, id) => loadPastFile(platform, companyId, id)
    const threads = await loadPastThreads(
      platform,
      companyId,
      demoConnections.linked.number,
      simulation.network.customers.values(),
    )
    for (const [number, bubbles] of threads) simulation.threads.setPastBubbles(number, bubbles)
    if (seeded.fresh)
      await linkFirstConnection(simulator, platform, seeded).catch((err) =>
        log.error({ err }, 'the first number could not be linked; its code waits on the page'),
      )
    refresher = renewExpiredCodes(platform, companyId)
    life = new AutomaticCustomers(simulation, demoConnections.linked.number)
    life.start()
    askingCustomer = new AskingCustomer(simulation, demoConnections.linked.number)
    askingCustomer.start()
  }

  const pageUrl = onThisMachine(simulator.controlUrl).replace('127.0.0.1', 'localhost')
  const demoConfig: Config = {
    ...config,
    simulatorUrl: pageUrl,
    whatsapp: { url, rootKey: emulator.rootKey, ca: emulator.caPem },
    superUser: config.superUser ?? provider,
    internalHosts: [...config.internalHosts, assistant.host],
  }
  if (config.databaseUrl !== null) writeNodeVariables(directory, demoConfig)
  return {
    config: demoConfig,
    pageUrl,
    logins: staff.map(({ name, email, password, profile }) => ({ name, email, password, profile })),
    begin,
    async stop() {
      life?.stop()
      askingCustomer?.stop()
      refresher?.()
      await assistant.stop()
      await simulator.stop()
    },
  }
}

/** Replaces the wildcard address, which a browser cannot open, by the loopback address. */
const onThisMachine = (url: string) => url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//127.0.0.1:')

type PastMedia = NonNullable<Parameters<typeof startSimulator>[0]>['pastMedia']

async function startSimulatorNearPort(
  { host, port }: Config,
  directory: string,
  qrCodes: () => Promise<WaitingCode[]>,
  pastMedia: PastMedia,
) {
  const options = { host, demo: true, state: stateFile(join(directory, 'network.json')), qrCodes, pastMedia }
  try {
    return await startSimulator({ ...options, port: port === 0 ? 0 : port + 1 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return startSimulator(options)
  }
}

/** Stores the simulated phones and linked devices, so that a linked number logs in again after a restart. */
function stateFile(path: string) {
  return {
    load: () => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
    save(json: string) {
      writeFileSync(`${path}.new`, json, { mode: 0o600 })
      renameSync(`${path}.new`, path)
    },
  }
}

/** Adds a simulated phone for each connection and each customer, so that replies to all past conversations arrive. */
function addSimulatedPhones({ emulator, simulation }: Simulator) {
  for (const { number, phone } of Object.values(demoConnections)) emulator.owner(number, { name: phone })
  for (const { name, number, hidden, portrait } of [...people, ...newCustomers, askingCustomer]) {
    if (simulation.network.customers.has(number)) continue
    const addressing = hidden ? 'lid' : 'pn'
    const picture = portrait === null ? undefined : drawPortrait(portrait)
    emulator.customer(number, { name, addressing, hideNumber: hidden, picture })
  }
}

/** Starts both connections and lets the company's phone scan the first one's code; the user scans the second one. */
async function linkFirstConnection(
  { simulation }: Simulator,
  platform: Platform,
  { companyId, linked, waiting }: Seeded,
) {
  const { whatsapp } = platform.ports
  for (const whatsappId of [linked, waiting]) if (whatsappId) await whatsapp.start({ companyId, whatsappId })
  const deadline = Date.now() + 20_000
  while (Date.now() < deadline) {
    const code = (await listQrCodes(platform, companyId)).find(({ name }) => name === demoConnections.linked.name)
    if (code) return simulation.owner(demoConnections.linked.number).scan(code.qr)
    await Bun.sleep(50)
  }
  throw new Error('the first connection showed no code')
}
