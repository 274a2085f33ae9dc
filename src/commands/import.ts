import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../config'
import { log } from '../core/log'
import { newestMigration } from '../core/storage/applied-migrations'
import { UserError } from '../core/user-error'
import { type ConvertedCompany, convertCompanies } from '../features/provider/former-system/convert'
import { InvalidDump } from '../features/provider/former-system/dump'
import { printLine, type Run } from './command'
import { type OpenInstallation, openInstallation } from './import/open-installation'
import { type FormerPlace, openSource } from './import/open-source'
import { storeCompany } from './import/store-company'
import { removeOnSignal } from './remove-on-signal'

/**
 * `balcao import DUMP|ADDRESS [--files FOLDER] [--plan NAME] [--check]`: brings the companies of a product of the
 * whaticket family, or an account of Chatwoot, while the server is stopped. Each is converted to a company archive and imported as on the page, in one
 * transaction; a company whose name is here already is left as it is, so that the command can be repeated (docs/adr/0198).
 */
export const run: Run = async ({ env, args, options, values = new Map() }) => {
  const config = readConfig(env)
  log.level = config.logLevel === 'info' ? 'warn' : config.logLevel
  const installation = await openInstallation(config)
  const work = workFolder(config)
  const endSignals = removeOnSignal(() => [work])
  try {
    const place = { name: args[0] as string, files: values.get('--files') ?? null, token: env.BALCAO_IMPORT_TOKEN }
    const { companies, homeless } = await convert(installation, place, work)
    if (homeless > 0) printLine(`${homeless} rows belong to no company of the dump`)
    try {
      for (const company of companies)
        await bring(installation, company, options.has('--check') ? null : (values.get('--plan') ?? ''))
    } finally {
      for (const company of companies) company.remove()
    }
    printLine(options.has('--check') ? 'Nothing was stored.' : nextSteps)
    return 0
  } finally {
    endSignals()
    rmSync(work, { recursive: true, force: true })
    await installation.close()
  }
}

const nextSteps =
  'Next: start the server, set due dates, let each person choose a password, and link each number by its QR code.'

/** Folder for temporary files, on the disk of the data; what a killed run left there is removed. */
function workFolder({ dataDir }: Config): string {
  const folder = join(dataDir, 'import')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

async function convert({ platform }: OpenInstallation, place: FormerPlace, work: string) {
  const emails = new Set((await platform.db.selectFrom('users').select('email').execute()).map(({ email }) => email))
  // Two companies of the dump may name one address.
  const isTaken = (email: string) => emails.has(email) || !emails.add(email)
  const schema = await newestMigration(platform.handle)
  try {
    return await convertCompanies({ ...openSource(platform, place, work), work, schema, isTaken })
  } catch (error) {
    if (error instanceof InvalidDump) throw new UserError(`${place.name}: ${error.message}; nothing was stored`)
    throw error
  }
}

/** Prints what a company has, and stores it unless `plan` is null. */
async function bring(installation: OpenInstallation, company: ConvertedCompany, plan: string | null) {
  const counts = Object.entries(company.counts).map(([what, count]) => `${count} ${what.replaceAll('_', ' ')}`)
  printLine(`${company.facts.name}: ${counts.join(', ')}`)
  for (const loss of company.losses.lines()) printLine(`  ${loss}`)
  if (plan !== null) printLine(`  ${await storeCompany(installation, company, plan)}`)
}
