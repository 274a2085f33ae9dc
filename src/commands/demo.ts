import { BadConfig } from '../bad-config'
import { type Config, readConfig } from '../config'
import { prepareDirectory } from '../core/storage/data-directory'
import { type Environment, printLine, type Run } from './command'
import { untilStopped } from './until-stopped'

/**
 * `balcao demo`: serves a sample company. WhatsApp is simulated inside this process; address and trust key of the whole
 * process are the simulator's, so that no message can reach a real person.
 */
export const run: Run = async ({ env }) => {
  const config = demoConfig(env)
  prepareDirectory(config.dataDir)
  if (config.whatsapp) return joinDemo(config)
  printLine('Preparing the demonstration …')
  const { startDemo } = await import('../demo/demo')
  const { boot } = await import('../boot')
  const demo = await startDemo(config)
  try {
    const running = await boot(demo.config, { demo: true })
    await demo.begin(running.services.auth.platform)
    printLine('')
    printLine(`  Balcão, demonstration    ${config.publicUrl}`)
    printLine(`  The customers' phones    ${demo.pageUrl}`)
    printLine('')
    for (const { email, password, profile } of demo.logins) printLogin(who[profile], { email, password })
    // A super user of the environment has a password that only its owner knows.
    if (!config.superUser && demo.config.superUser) printLogin('provider', demo.config.superUser)
    printLine('')
    printLine(`  Data is kept in ${config.dataDir}. Ctrl-C ends it.`)
    return await untilStopped(running)
  } finally {
    await demo.stop()
  }
}

/** Serves the company of a demonstration that another process has started, on the same database and WhatsApp. */
async function joinDemo(config: Config): Promise<number> {
  const { boot } = await import('../boot')
  const running = await boot(config, { demo: true })
  printLine(`A further node of the demonstration at http://localhost:${running.port}`)
  return untilStopped(running)
}

const printLogin = (name: string, { email, password }: { email: string; password: string }) =>
  printLine(`  ${name.padEnd(22)}   ${email}   ${password}`)

const who = { admin: 'administrator', supervisor: 'supervisor', user: 'agent' }

/**
 * Configuration of `serve` with a directory of its own and a quiet log. Listens on this machine only unless BALCAO_HOST
 * is set, because the passwords are public.
 */
function demoConfig(env: Environment): Config {
  const usual = { BALCAO_DATA_DIR: './demo-data', BALCAO_HOST: '127.0.0.1', BALCAO_LOG_LEVEL: 'warn' }
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const config = readConfig({ ...usual, ...given })
  // The key is that of a simulated WhatsApp: with it, no message can reach a real person.
  const isFurtherNode = config.databaseUrl !== null && config.whatsapp?.rootKey
  if (config.whatsapp && !isFurtherNode)
    throw new BadConfig('BALCAO_WHATSAPP_URL', 'cannot be used with demo, which has its own WhatsApp')
  return config
}
