import { limits } from '../../../shared/limits'
import type { StoredConfig } from './config'
import type { ProviderName } from './model'

type Field = keyof StoredConfig

/** Settings without which a payment service cannot be used. */
const requiredBy: Record<ProviderName, readonly Field[]> = {
  'pix-manual': ['pixKey', 'pixName', 'pixCity'],
  efi: ['pixKey', 'clientId', 'clientSecret', 'certificate'],
  asaas: ['accessToken'],
  'mercado-pago': ['accessToken', 'signingSecret'],
}

/** True when the stored settings suffice to be paid. */
export const isComplete = (config: StoredConfig) => requiredBy[config.provider].every((name) => config[name] !== '')

/** Names of settings that are missing or wrong. */
export function faultsOf(config: StoredConfig): Field[] {
  const required = requiredBy[config.provider]
  const missing = required.filter((name) => `${config[name]}`.trim() === '')
  const key = config.pixKey.trim()
  const isKey = key.length >= limits.pixKey.min && !/[^\x21-\x7e]/.test(key)
  if (required.includes('pixKey') && !isKey) missing.push('pixKey')
  if (config.environment === 'custom' && !isBase(config.baseUrl)) missing.push('baseUrl')
  // It has one address, whose test payments are made by keys of test users.
  if (config.provider === 'mercado-pago' && config.environment === 'sandbox') missing.push('environment')
  return [...new Set(missing)]
}

/** Returns true for an https origin without path, user or password; the paths are added here. */
function isBase(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && `${url.origin}` === address
}
