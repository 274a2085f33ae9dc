import type { Platform } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { limits } from '../../../shared/limits'
import { readInstallationSetting, readSetting } from './service'

/** Minimum length of new passwords that the provider requires in all companies. */
export const providerPasswordMinimum = async (platform: Platform): Promise<number> =>
  Number(await readInstallationSetting(platform, 'providerPasswordMinLength'))

/**
 * Minimum length of a new password: the highest of what the provider, the company and, for a super user, the product
 * require. @param companyId null for the first user of a new company
 */
export async function passwordMinimum(platform: Platform, companyId: CompanyId | null, isSuper = false) {
  const provider = await providerPasswordMinimum(platform)
  const company = companyId === null ? 0 : Number(await readSetting(platform.tenant(companyId), 'passwordMinLength'))
  return Math.max(provider, company, isSuper ? limits.password.superMin : limits.password.min)
}
