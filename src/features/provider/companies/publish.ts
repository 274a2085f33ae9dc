import type { Platform } from '../../../core/scope'
import { publishTenantEvent } from '../../platform/company/publish'
import { findCompany } from './read'

/** Publishes a company to the provider's users. Call it after the commit. */
export const publishCompanyToProvider = async (platform: Platform, action: 'create' | 'update', id: number) =>
  publishTenantEvent(platform, { action, company: await findCompany(platform, id) })
