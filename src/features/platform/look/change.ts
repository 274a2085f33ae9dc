import type { Platform, Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { readNumber } from '../../../shared/phone/read-number'
import { ownProductName } from '../../../shared/product-name'
import { recordAuditEntry } from '../audit/record'
import { companyCountry } from '../company/country'
import type { Look, LookChange } from './model'
import { everyHost, readLook } from './read'

/** One address without a name; the mail program checks the rest. */
const emailAddress = /^[^\s@<>",;]+@[^\s@<>",;]+$/

/**
 * Changes name, colour and support contact. @throws ERR_VALIDATION (422) for an e-mail or address
 * that is none, ERR_WAPP_INVALID_CONTACT for a phone
 */
export async function changeLook(scope: Scope, outer: Platform, change: LookChange): Promise<Look> {
  const values = checked(change, await companyCountry(scope))
  return changeStored(scope, outer, values)
}

/** Stores values, and what `more` stores for the look with this id, with a line of the audit log. Returns the new look. */
export const changeStored = (
  scope: Scope,
  outer: Platform,
  values: LookChange,
  more?: (platform: Platform, lookId: number) => Promise<unknown>,
): Promise<Look> =>
  outer.transaction(async (platform) => {
    const before = await readLook(platform)
    const lookId = await storeLook(platform, values)
    await more?.(platform, lookId)
    const after = await readLook(platform)
    await recordLook(scope, platform, before, after)
    return after
  })

/** Stores values in the row of every host, which the first change makes, and returns its id. */
async function storeLook({ db }: Platform, values: LookChange): Promise<number> {
  const updatedAt = new Date().toISOString()
  const { id } = await db
    .insertInto('looks')
    .values({ host: everyHost, ...values, updatedAt })
    .onConflict((conflict) => conflict.column('host').doUpdateSet({ ...values, updatedAt }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes the change to the audit log of the provider's company. */
async function recordLook(scope: Scope, platform: Platform, before: Look, after: Look) {
  const { viewer: actor, address } = scope
  await recordAuditEntry(
    { db: platform.tenant(scope.companyId), actor, address },
    {
      action: 'update',
      entity: 'look',
      entityId: null,
      name: after.name || ownProductName,
      before: flat(before),
      after: flat(after),
    },
  )
}

const flat = ({ support, icons, ...look }: Look) => ({
  ...look,
  icon: icons['192'] ?? '',
  supportText: support.text,
  supportEmail: support.email,
  supportPhone: support.phone,
  supportUrl: support.url,
})

/** Checked and trimmed values; a phone is read in the country of the provider's company. */
function checked({ supportEmail, supportPhone, supportUrl, ...rest }: LookChange, country: string): LookChange {
  if (supportEmail && !emailAddress.test(supportEmail.trim()))
    throw new AppError('ERR_VALIDATION', { fields: ['supportEmail'] })
  if (supportUrl && URL.parse(supportUrl.trim())?.protocol !== 'https:')
    throw new AppError('ERR_VALIDATION', { fields: ['supportUrl'] })
  return {
    ...rest,
    ...(rest.name !== undefined && { name: rest.name.trim() }),
    ...(rest.color !== undefined && { color: rest.color.toLowerCase() }),
    ...(supportEmail !== undefined && { supportEmail: supportEmail.trim().toLowerCase() }),
    ...(supportPhone !== undefined && { supportPhone: phoneOf(supportPhone, country) }),
    ...(supportUrl !== undefined && { supportUrl: supportUrl.trim() }),
  }
}

/** @throws ERR_WAPP_INVALID_CONTACT (400) with the reason for a text that is no number */
function phoneOf(typed: string, country: string): string {
  if (!typed.trim()) return ''
  const read = readNumber(typed, country)
  if ('number' in read) return read.number
  throw new AppError('ERR_WAPP_INVALID_CONTACT', { reason: read.refused, country })
}
