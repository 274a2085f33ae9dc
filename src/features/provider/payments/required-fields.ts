import { limits } from '../../../shared/limits'
import { paymentServices } from '../../../shared/payment-services'
import type { StoredConfig } from './config'
import type { ProviderName } from './model'

type Field = keyof StoredConfig

const requiredBy = (provider: ProviderName): readonly Field[] => paymentServices[provider].required as readonly Field[]

/** True when the stored settings suffice to be paid. */
export const isComplete = (config: StoredConfig) => requiredBy(config.provider).every((name) => config[name] !== '')

/** Names of settings that are missing or wrong. */
export function faultsOf(config: StoredConfig): Field[] {
  const required = requiredBy(config.provider)
  const missing = required.filter((name) => `${config[name]}`.trim() === '')
  const key = config.pixKey.trim()
  const isKey = key.length >= limits.pixKey.min && !/[^\x21-\x7e]/.test(key)
  if (required.includes('pixKey') && !isKey) missing.push('pixKey')
  if (config.environment === 'custom' && !isBase(config.baseUrl)) missing.push('baseUrl')
  if (paymentServices[config.provider].refusesSandbox && config.environment === 'sandbox') missing.push('environment')
  return [...new Set(missing)]
}

/** Returns true for an https origin without path, user or password; the paths are added here. */
function isBase(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && `${url.origin}` === address
}
