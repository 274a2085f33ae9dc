import type { Platform, Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { recordAuditEntry } from '../../platform/audit/record'
import { maskedConfig, readConfig, saveConfig, webhookUrl } from './config'
import { registerWebhook, tryEfi } from './efi'
import type { PaymentConfig, PaymentConfigInput } from './model'

export const getConfig = async ({ ports }: Platform, publicUrl: string): Promise<PaymentConfig> =>
  maskedConfig(await readConfig(ports), publicUrl)

/**
 * Stores the settings and writes the change to the audit log of the provider's company. @throws ERR_VALIDATION with the
 * fields, ERR_CERTIFICATE
 */
export async function changeConfig(scope: Scope, input: PaymentConfigInput, publicUrl: string) {
  const before = maskedConfig(await readConfig(scope.ports), publicUrl)
  const after = maskedConfig(await saveConfig(scope.ports, input), publicUrl)
  await scope.transaction(async (scope) =>
    recordAuditEntry(scope, {
      action: 'update',
      entity: 'payments',
      entityId: null,
      name: after.provider,
      before,
      after,
    }),
  )
  return after
}

/** Checks the credentials at the payment service. @throws ERR_PAYMENT_SERVICE when it refuses them */
export async function tryService({ ports }: Platform) {
  await tryEfi(await efiConfig(ports))
  return { ok: true }
}

/**
 * Registers the webhook at the payment service and writes it to the audit log of the provider's company. @throws
 * ERR_PAYMENT_SERVICE
 */
export async function registerAtService(scope: Scope, publicUrl: string) {
  const config = await efiConfig(scope.ports)
  await registerWebhook(config, webhookUrl(config, publicUrl))
  const after = { webhookUrl: maskedConfig(config, publicUrl).webhookUrl }
  await scope.transaction(async (scope) =>
    recordAuditEntry(scope, { action: 'update', entity: 'payments', entityId: null, name: config.provider, after }),
  )
  return { ok: true }
}

async function efiConfig(ports: Platform['ports']) {
  const config = await readConfig(ports)
  if (config.provider !== 'efi') throw new AppError('ERR_PAYMENT_NOT_SET')
  return config
}
