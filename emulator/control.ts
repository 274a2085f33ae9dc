import { sendFromCustomer } from './control/action-handlers'
import { controlRoutes } from './control/http'
import { Simulation, type SimulationOptions } from './control/simulation'
import { type Emulator, type EmulatorOptions, startEmulator } from './emulator'
import { pageRoutes } from './page/routes'

export interface Simulator {
  emulator: Emulator
  simulation: Simulation
  /** `http://host:port`: the page for playing customers by hand; the control API is below `/control/`. */
  controlUrl: string
  stop(): Promise<void>
}

/** Starts the emulator, its control API and the page for playing customers by hand, all on one port. */
export async function startSimulator(
  options: Omit<EmulatorOptions, 'handle'> & SimulationOptions = {},
): Promise<Simulator> {
  const { qrCodes, demo, pastMedia, ...own } = options
  let routes: ReturnType<typeof controlRoutes> = () => undefined
  const handle = (request: Request) => routes(request) ?? pageRoutes(request)
  const emulator = await startEmulator({ ...own, handle })
  const simulation = new Simulation(emulator, { qrCodes, demo, pastMedia })
  emulator.network.sendAnswer = ({ number }, owner, text) => sendFromCustomer(simulation, number, owner.number, text)
  routes = controlRoutes(simulation)
  const controlUrl = emulator.url.replace(/^ws/, 'http').replace(/\/ws\/chat$/, '')
  return { emulator, simulation, controlUrl, stop: () => emulator.stop() }
}
