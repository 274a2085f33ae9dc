import type { Platform, Scope } from '../../../core/scope'
import { storeInstallationValue } from '../../../core/storage/installation-value'
import type { CompanyId } from '../../../core/storage/schema'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import { recordAuditEntry } from '../../platform/audit/record'
import type { ReminderInput, ReminderSettings } from './model'

/** The settings as stored, with the company that the connection belongs to. */
export interface StoredReminders extends ReminderInput {
  senderId: CompanyId | null
}

/** Key of the row in the table `installation`. */
const key = 'reminders'
/** Three days before, on the day, one and five days after. */
const usual: StoredReminders = { mail: true, days: [-3, 0, 1, 5], whatsappId: null, senderId: null }

export async function readReminders({ db }: Pick<Platform, 'db'>): Promise<StoredReminders> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst()
  return row ? { ...usual, ...parseJson<StoredReminders>(row.value) } : usual
}

/** Settings of the reminders, and the connections that can send them. */
export async function getReminders(scope: Scope, platform: Platform): Promise<ReminderSettings> {
  const { senderId, ...stored } = await readReminders(platform)
  const own = await scope.db.select('connections').select(['id', 'name']).orderBy('name').execute()
  const connections = [...own, ...(senderId === scope.companyId ? [] : await listChosen(platform, stored.whatsappId))]
  const whatsappId = connections.find(({ id }) => id === stored.whatsappId)?.id ?? null
  return { ...stored, whatsappId, canMail: scope.ports.mail.configured, connections }
}

/** The chosen connection when it belongs to another company of a super user, with the name of the company. */
async function listChosen({ db }: Platform, id: number | null) {
  if (id === null) return []
  const rows = await db
    .selectFrom('connections')
    .innerJoin('companies', 'companies.id', 'connections.companyId')
    .select(['connections.id', 'connections.name', 'companies.name as company'])
    .where('connections.id', '=', id)
    .execute()
  return rows.map(({ id, name, company }) => ({ id, name: `${name} (${company})` }))
}

/**
 * Stores the settings; a number of another company that was chosen before stays chosen. @throws ERR_NO_WAPP_FOUND (404)
 * for another connection of another company
 */
export async function setReminders(scope: Scope, platform: Platform, input: ReminderInput): Promise<ReminderSettings> {
  const before = await getReminders(scope, platform)
  const { whatsappId } = input
  const kept = whatsappId === before.whatsappId ? (await readReminders(platform)).senderId : null
  if (whatsappId !== null && !before.connections.some(({ id }) => id === whatsappId))
    throw new AppError('ERR_NO_WAPP_FOUND')
  const days = [...new Set(input.days)].sort((a, b) => a - b)
  const senderId = whatsappId === null ? null : (kept ?? scope.companyId)
  await storeReminders(scope, platform, before, { ...input, days, senderId })
  return getReminders(scope, platform)
}

/** Stores the settings with their line of the audit log. */
const storeReminders = (scope: Scope, outer: Platform, before: ReminderInput, after: StoredReminders) =>
  outer.transaction(async (platform) => {
    await storeInstallationValue(platform.db, key, JSON.stringify(after))
    const { viewer: actor, address } = scope
    await recordAuditEntry(
      { db: platform.tenant(scope.companyId), actor, address },
      {
        ...{ action: 'update', entity: 'reminders', entityId: null, name: '' },
        ...{ before: factsOf(before), after: factsOf(after) },
      },
    )
  })

const factsOf = ({ mail, days, whatsappId }: ReminderInput) => ({ mail, days: days.join(', '), whatsappId })
