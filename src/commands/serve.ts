import { boot } from '../boot'
import { type Config, readConfig } from '../config'
import { log } from '../core/log'
import { notifyServiceManager } from '../core/process/systemd-notices'
import { isReadableByOthers, keyFile } from '../core/storage/data-directory'
import type { Run } from './command'
import { untilStopped } from './until-stopped'

/** `balcao serve`: boots, prints its address, and runs until a signal. */
export const run: Run = async ({ env }) => {
  const config = readConfig(env)
  for (const name of config.unknownVariables) console.error(`balcao: ${name} has no effect; balcao doctor says more`)
  const running = await boot(config)
  console.error(`Balcão is at ${config.publicUrl} (listening on ${config.host}, port ${running.port})`)
  if (running.setupAddress)
    console.error(`To begin, open this link, which works once and creates the first account: ${running.setupAddress}`)
  if (config.secret === null && isReadableByOthers(keyFile(config.dataDir)))
    console.error(`balcao: ${keyFile(config.dataDir)} can be read by other users; chmod 600 it`)
  const manager = await notifyReady(config)
  return untilStopped({
    ...running,
    stop() {
      manager?.stopping()
      return running.stop()
    },
  })
}

/** Notifies the service manager, if there is one; a failure is logged, because the server works without it. */
async function notifyReady({ serviceManager }: Config) {
  try {
    return serviceManager && (await notifyServiceManager(serviceManager))
  } catch (err) {
    log.error({ err }, 'the service manager cannot be notified')
    return null
  }
}
