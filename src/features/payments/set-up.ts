import type { Platform, Scope } from '../../core/scope'
import { AppError } from '../../shared/errors'
import { audit } from '../audit/record'
import { readConfig, saveConfig, shown, webhookUrl } from './config'
import { registerWebhook, tryEfi } from './efi'
import type { PaymentConfig, PaymentConfigInput } from './model'

export const getConfig = async ({ ports }: Platform, publicUrl: string): Promise<PaymentConfig> =>
  shown(await readConfig(ports), publicUrl)

/** 422 ERR_VALIDATION with the fields, 422 ERR_CERTIFICATE. Written into the log of the provider's own company. */
export async function changeConfig(scope: Scope, input: PaymentConfigInput, publicUrl: string) {
  const before = shown(await readConfig(scope.ports), publicUrl)
  const after = shown(await saveConfig(scope.ports, input), publicUrl)
  await scope.transaction(async (scope) =>
    audit(scope, { action: 'update', entity: 'payments', entityId: null, name: after.provider, before, after }),
  )
  return after
}

/** 503 ERR_PAYMENT_SERVICE when the service does not let us in. */
export async function tryService({ ports }: Platform) {
  await tryEfi(await efiConfig(ports))
  return { ok: true }
}

/** The service calls us from now on; 503 ERR_PAYMENT_SERVICE. Written into the log of the provider's own company. */
export async function registerAtService(scope: Scope, publicUrl: string) {
  const config = await efiConfig(scope.ports)
  await registerWebhook(config, webhookUrl(config, publicUrl))
  const after = { webhookUrl: shown(config, publicUrl).webhookUrl }
  await scope.transaction(async (scope) =>
    audit(scope, { action: 'update', entity: 'payments', entityId: null, name: config.provider, after }),
  )
  return { ok: true }
}

async function efiConfig(ports: Platform['ports']) {
  const config = await readConfig(ports)
  if (config.provider !== 'efi') throw new AppError('ERR_PAYMENT_NOT_SET')
  return config
}
