import type { Config } from '../config'
import { checkBackups } from './backups'
import { checkClock } from './clock'
import { checkDatabase } from './database'
import { checkNodes } from './database-server'
import { checkDirectory, checkDisk } from './directory'
import type { Finding } from './finding'
import { checkKeyFile } from './key-file'
import { checkAudit, checkStalls } from './rows'
import { checkSecrets } from './secrets'
import { checkPort } from './server'
import { checkFiles, checkInternalHosts, checkMail, checkSpeech, checkWhatsApp } from './services'
import { checkVariables } from './settings'

export type Check = (config: Config) => Finding | Promise<Finding>

/** Checks in the order in which they are printed. */
export const checks: Record<string, Check> = {
  settings: checkVariables,
  directory: checkDirectory,
  key: checkKeyFile,
  disk: checkDisk,
  database: checkDatabase,
  nodes: checkNodes,
  secrets: checkSecrets,
  audit: checkAudit,
  stalls: checkStalls,
  port: checkPort,
  clock: checkClock,
  whatsapp: checkWhatsApp,
  mail: checkMail,
  internal: checkInternalHosts,
  speech: checkSpeech,
  files: checkFiles,
  backups: checkBackups,
}
