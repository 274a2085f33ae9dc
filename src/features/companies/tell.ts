import type { Platform } from '../../core/scope'
import { tellProvider } from '../company/tell'
import { findCompany } from './read'

/** Publishes a company to the provider; called after the commit. */
export const tellTenant = async (platform: Platform, action: 'create' | 'update', id: number) =>
  tellProvider(platform, { action, company: await findCompany(platform, id) })
