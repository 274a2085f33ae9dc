import type { Actor, Platform } from '../../../core/scope'
import type { CompanyId, Flag } from '../../../core/storage/schema'
import { addDays, dayIn, usualZone } from '../../../core/time'
import type { Recurrence } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import { assertEmailFree } from '../../accounts/users/service'
import { recordAuditEntry } from '../../platform/audit/record'
import { storeCampaignsSetting } from '../../platform/settings/campaigns-setting'

/** Days of the trial of a new company. */
const trialDays = 3

/** Last day of a trial that begins today, `yyyy-mm-dd`. */
export const trialEnd = () => addDays(dayIn(usualZone), trialDays)

/** Values of a new company and its first admin. */
interface CompanyToInsert {
  name: string
  email: string
  phone: string
  adminName: string
  /** Null for a company whose first admin gets an invitation. */
  passwordHash: string | null
  planId: number
  status: Flag
  dueDate: string
  trialExpiration: string | null
  recurrence: Recurrence
  campaignsEnabled: Flag
}

/** Checks name and e-mail. @throws ERR_COMPANY_NAME_ALREADY_EXISTS (409), ERR_EMAIL_TAKEN (409) */
export async function refuseDuplicateCompany(platform: Platform, name: string, email: string) {
  await refuseDuplicateName(platform, name)
  await assertEmailFree(platform, email)
}

/** Checks that no other company than `exceptId` has the name. @throws ERR_COMPANY_NAME_ALREADY_EXISTS (409) */
export async function refuseDuplicateName(platform: Platform, name: string, exceptId = 0) {
  const duplicate = await platform.db.selectFrom('companies').select('id').where('name', '=', name).executeTakeFirst()
  if (duplicate && duplicate.id !== exceptId) throw new AppError('ERR_COMPANY_NAME_ALREADY_EXISTS')
}

/**
 * Inserts a company, its first admin, its setting and the line of its audit log. Call it inside a transaction.
 * @param more further facts for the line
 */
export async function insertCompanyWithAdmin(
  platform: Platform,
  { adminName, passwordHash, ...terms }: CompanyToInsert,
  by: { actor: Actor; address: string },
  more: Record<string, string | number> = {},
) {
  const company = await platform.db
    .insertInto('companies')
    .values(terms)
    .returning(['id', 'name', 'dueDate'])
    .executeTakeFirstOrThrow()
  const db = platform.tenant(company.id as CompanyId)
  await db.insert('company_figures', {}).execute() // counted by the next run of the task
  await platform.ports.secrets.companies.create(db)
  const rights = { profile: 'admin' as const, whatsappId: null, language: null }
  if (passwordHash !== null)
    await db.insert('users', { name: adminName, email: terms.email, passwordHash, ...rights }).execute()
  await storeCampaignsSetting(platform, company.id, terms.campaignsEnabled === 1)
  const { planId, ...after } = terms
  const plan = await platform.db.selectFrom('plans').select('name').where('id', '=', planId).executeTakeFirst()
  const entry = { action: 'create', entity: 'company', entityId: company.id, name: company.name }
  await recordAuditEntry({ db, ...by }, { ...entry, after: { ...after, plan: plan?.name, ...more } })
  return company
}
