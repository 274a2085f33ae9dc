import { boot } from '../boot'
import { readConfig } from '../config'
import type { Run } from './command'
import { untilStopped } from './until-stopped'

/** `balcao serve`: boots, prints its address, and runs until a signal. */
export const run: Run = async ({ env }) => {
  const config = readConfig(env)
  const running = await boot(config)
  console.error(`Balcão is at ${config.publicUrl} (listening on ${config.host}, port ${running.port})`)
  if (running.setupAddress) console.error(`Nobody runs it yet. Make the first user, once, at ${running.setupAddress}`)
  return untilStopped(running)
}
