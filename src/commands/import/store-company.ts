import { rm } from 'node:fs/promises'
import type { Platform } from '../../core/scope'
import { UserError } from '../../core/user-error'
import { importCompany } from '../../features/provider/data-transfer/company/company-import'
import type { ConvertedCompany } from '../../features/provider/former-system/convert'
import { AppError } from '../../shared/errors'
import type { OpenInstallation } from './open-installation'

/**
 * Stores a converted company and returns what happened to it. One with the name of a company here is left as it is.
 * @throws UserError when the plan is not clear, or the archive is refused
 */
export async function storeCompany({ platform, me }: OpenInstallation, company: ConvertedCompany, plan: string) {
  const planId = await findPlan(platform, plan)
  const { name } = company.facts
  const here = await platform.db.selectFrom('companies').select('id').where('name', '=', name).executeTakeFirst()
  if (here) return 'is here already, and is left as it is'
  const path = await company.write()
  try {
    const body = Bun.file(path).stream()
    const { id } = await importCompany(platform, body, { planId, me, address: '' })
    return `stored as company ${id}`
  } catch (error) {
    if (error instanceof AppError) throw new UserError(`${name} was not stored: ${reasonOf(error)}`)
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

/** Id of the plan of a name; the only plan when none is named. */
async function findPlan({ db }: Platform, name: string): Promise<number> {
  const plans = await db.selectFrom('plans').select(['id', 'name']).orderBy('id').execute()
  const named = plans.filter((plan) => (name === '' ? plans.length === 1 : plan.name === name))
  if (named[0]) return named[0].id
  throw new UserError(`name the plan of the companies by --plan: ${plans.map((plan) => `"${plan.name}"`).join(', ')}`)
}

const reasonOf = ({ code, detail }: AppError) => `${code} ${JSON.stringify(detail)}`
