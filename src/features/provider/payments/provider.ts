import type { Ports } from '../../../core/ports'
import { AppError } from '../../../shared/errors'
import type { ChargeKey, ChargeStatus, Provider } from './adapter'
import { adapters } from './adapters'
import { acceptsCards, readConfig, type StoredConfig } from './config'
import { efiCards } from './efi-cards'
import { accountsOf, firstAnswer } from './former'
import { cardName, type ProviderName } from './model'
import { isComplete } from './required-fields'

/** Returns the configured payment method. @throws ERR_PAYMENT_NOT_SET when its settings are missing */
export async function configuredProvider(ports: Ports): Promise<Provider> {
  const config = await readConfig(ports)
  if (!isComplete(config)) throw new AppError('ERR_PAYMENT_NOT_SET')
  return adapters[config.provider].provider(config, ports.publicUrl)
}

/**
 * Asks the service that made a charge, which need not be the configured one: its present account first, then former ones.
 * Returns null for a charge that none of them has, and for a service whose credentials are no longer stored.
 * @throws ERR_PAYMENT_SERVICE when no account has it and one did not answer
 */
export const findAtService = async (ports: Ports, charge: ChargeKey & { provider: string }) =>
  firstAnswer(await accountsThatMade(ports, charge.provider), ({ find }) => find(charge))

interface Account {
  find(charge: ChargeKey): Promise<ChargeStatus | null>
}

async function accountsThatMade(ports: Ports, name: string): Promise<Account[]> {
  const config = await readConfig(ports)
  if (name === cardName) return cardAccounts(config).map(efiCards)
  const accounts = accountsOf(config, name as ProviderName)
  return accounts.map((one) => adapters[one.provider].provider(one, ports.publicUrl))
}

/** Settings of Efí by which cards were charged. */
export const cardAccounts = (config: StoredConfig) => accountsOf(config, 'efi').filter(acceptsCards)
