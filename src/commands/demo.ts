import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BadConfig, type Config, readConfig } from '../config'
import { prepareDirectory } from '../core/data-directory'
import { type Environment, type Run, say } from './command'
import { untilStopped } from './until-stopped'

/**
 * `balcao demo`: a company to try everything with. WhatsApp is simulated inside this process; the address and the
 * trust key of the whole process are the simulator's, so nothing here can reach a real person.
 */
export const run: Run = async ({ env }) => {
  const config = demoConfig(env)
  prepareDirectory(config.dataDir)
  const { startSimulator } = await import('../../emulator/control')
  const { boot } = await import('../boot')
  const { seedDemo } = await import('../demo/company')
  const simulator = await startSimulator({ demo: true, state: stateIn(config.dataDir) })
  const { url, rootKey, caPem: ca } = simulator.emulator
  const running = await boot({ ...config, whatsapp: { url, rootKey, ca } }, { demo: true })
  const logins = await seedDemo(running.services)
  say('')
  say(`  Balcão, demonstration    ${config.publicUrl}`)
  say(`  The customers' phones    ${simulator.controlUrl}`)
  say('')
  for (const { email, password, who } of logins) say(`  ${who.padEnd(22)}   ${email}   ${password}`)
  say('')
  say(`  Data is kept in ${config.dataDir}. Ctrl-C ends it.`)
  const code = await untilStopped(running)
  await simulator.stop()
  return code
}

/**
 * What `serve` would use, but in a directory of its own, for this machine only unless BALCAO_HOST says otherwise
 * (everybody knows the passwords), and with a quiet log.
 */
function demoConfig(env: Environment): Config {
  const usual = { BALCAO_DATA_DIR: './demo-data', BALCAO_HOST: '127.0.0.1', BALCAO_LOG_LEVEL: 'warn' }
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const config = readConfig({ ...usual, ...given })
  if (config.whatsapp)
    throw new BadConfig('BALCAO_WHATSAPP_URL', 'cannot be used with demo, which has its own WhatsApp')
  return { ...config, superUser: config.superUser ?? { email: 'super@demo.balcao', password: 'balcao-demo-super' } }
}

/** The simulated phones of last time. */
function stateIn(directory: string) {
  const file = join(directory, 'simulator.json')
  const load = () => {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      return undefined // the first start
    }
  }
  const save = (json: string) => {
    writeFileSync(`${file}.new`, json)
    renameSync(`${file}.new`, file)
  }
  return { load, save }
}
