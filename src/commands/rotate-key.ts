import { BadConfig } from '../bad-config'
import { type Config, readConfig } from '../config'
import { countText } from '../core/count-text'
import { rotateCompanyKey, rotateRootKey } from '../core/keys/rotate'
import type { Secrets } from '../core/secrets'
import { copiesDirectory, keyFile, readKey } from '../core/storage/data-directory'
import type { Store } from '../core/storage/db'
import { lockDirectory } from '../core/storage/lock'
import type { CompanyId } from '../core/storage/schema'
import { assertDatabaseExists } from '../core/storage/sqlite/open-concurrently'
import { UserError } from '../core/user-error'
import { openDatabase, openSecrets } from '../database'
import { assertNotServed, openForCommand } from '../database-server'
import { printLine, type Run } from './command'

/**
 * `balcao rotate-key [--company N]`: replaces the root key, or the key of one company. The server must be stopped. Each
 * is one transaction: after a crash, the next start finds either the old key or the new one (docs/adr/0071).
 */
export const run: Run = async ({ env, values = new Map() }) => {
  const config = readConfig(env)
  const { dataDir, secret, databaseUrl } = config
  const company = values.get('--company')
  if (databaseUrl === null) assertDatabaseExists(dataDir)
  const unlock = lockDirectory(dataDir)
  try {
    const store = await openStore(config)
    try {
      const secrets = await openSecrets(store, dataDir, secret)
      if (company === undefined) await rotateRoot(store, dataDir, secrets, readNewSecret(env, secret))
      else await rotateCompany(store, secrets, company)
    } finally {
      await store.close()
    }
  } finally {
    unlock()
  }
  return 0
}

async function openStore({ dataDir, databaseUrl, secret }: Config): Promise<Store> {
  if (databaseUrl === null) return openDatabase(dataDir)
  if (secret === null && readKey(dataDir) === null)
    throw new UserError(`${keyFile(dataDir)} is missing; run this where the key is, or set BALCAO_SECRET`)
  const store = await openForCommand(databaseUrl)
  await assertNotServed(store)
  return store
}

/** The new value for an installation whose key is in BALCAO_SECRET; null for one with a key file. */
function readNewSecret(env: Record<string, string | undefined>, secret: string | null): string | null {
  if (secret === null) return null
  const value = env.BALCAO_NEW_SECRET?.trim() ?? ''
  if (value.length < 32) throw new BadConfig('BALCAO_NEW_SECRET', 'must have at least 32 characters')
  if (value === secret) throw new BadConfig('BALCAO_NEW_SECRET', 'is the present one')
  return value
}

async function rotateRoot(store: Store, directory: string, secrets: Secrets, configured: string | null) {
  const companies = await rotateRootKey(store, directory, secrets, configured)
  const sealed = countText(companies, 'company', 'companies')
  printLine(`The root key is new; it seals the keys of ${sealed}. Everybody signs in again.`)
  if (configured !== null) printLine('Set BALCAO_SECRET to the value of BALCAO_NEW_SECRET before the next start.')
  if (configured === null) printLine(`Other machines of the installation need the new ${keyFile(directory)}, too.`)
  printLine(`Earlier backups, and the copies in ${copiesDirectory(directory)}, still open with the key of their time.`)
}

async function rotateCompany(store: Store, secrets: Secrets, company: string) {
  const count = /^\d{1,15}$/.test(company) ? await rotateCompanyKey(store, secrets, Number(company) as CompanyId) : null
  if (!count) throw new UserError(`there is no company ${company}`)
  printLine(
    `Company ${company} has a new key; it seals ${countText(count.values - count.unreadable.length, 'secret')}.`,
  )
  for (const column of new Set(count.unreadable)) printLine(`could not be opened before, and stays: ${column}`)
}
