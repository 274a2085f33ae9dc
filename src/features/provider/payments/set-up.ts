import { Platform, type Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { recordAuditEntry } from '../../platform/audit/record'
import { adapters } from './adapters'
import { maskedConfig, readConfig, saveConfig } from './config'
import type { PaymentConfig, PaymentConfigInput } from './model'
import { billingEmail } from './payer'

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
  const config = await readConfig(ports)
  const { test } = adapters[config.provider]
  if (!test) throw new AppError('ERR_PAYMENT_NOT_SET')
  await test(config)
  return { ok: true }
}

/**
 * Registers the webhook at the payment service and writes it to the audit log of the provider's company. @throws
 * ERR_PAYMENT_SERVICE
 */
export async function registerAtService(scope: Scope, publicUrl: string) {
  const config = await readConfig(scope.ports)
  const { register } = adapters[config.provider]
  if (!register) throw new AppError('ERR_PAYMENT_NOT_SET')
  await register(config, publicUrl, await billingEmail(new Platform(scope.ports), scope))
  const after = { webhookUrl: maskedConfig(config, publicUrl).webhookUrl }
  await scope.transaction(async (scope) =>
    recordAuditEntry(scope, { action: 'update', entity: 'payments', entityId: null, name: config.provider, after }),
  )
  return { ok: true }
}
