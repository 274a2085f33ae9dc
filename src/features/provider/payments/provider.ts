import type { Ports } from '../../../core/ports'
import { AppError } from '../../../shared/errors'
import { acceptsCards, readConfig, type StoredConfig } from './config'
import { createEfiProvider } from './efi'
import { cardName, efiCards } from './efi-cards'
import type { Payer, ProviderName } from './model'
import { pixManual } from './pix-manual'

/** A charge to be created. */
export interface ChargeRequest {
  txid: string
  /** Integer cents. */
  amount: number
  /** Description shown to the payer. */
  text: string
  payer: Payer
}

/** The created charge: text of the QR code and its expiry. */
interface CreatedCharge {
  brcode: string
  expiresAt: string | null
}

/** A charge as reported by the payment service. */
export interface ChargeStatus {
  status: 'open' | 'paid' | 'over'
  amount: number
  pixKey: string
  /** End-to-end id of the payment at the Banco Central; null until paid. */
  e2eId: string | null
}

/** A payment method. Uses the network; never call inside a transaction. @throws ERR_PAYMENT_SERVICE */
export interface Provider {
  name: ProviderName
  /** True when a person confirms payments; else `find` reports them. */
  manual: boolean
  /** The receiver's key, compared with the payment's. */
  pixKey: string
  newTxid(invoiceId: number): string
  charge(wanted: ChargeRequest): Promise<CreatedCharge>
  /** Returns null for a charge that the service does not have. */
  find(charge: { txid: string; serviceId: string | null }): Promise<ChargeStatus | null>
}

/** Returns the configured payment method. @throws ERR_PAYMENT_NOT_SET without a Pix key */
export async function configuredProvider(ports: Ports): Promise<Provider> {
  const config = await readConfig(ports)
  if (!config.pixKey) throw new AppError('ERR_PAYMENT_NOT_SET')
  return providersByName[config.provider](config)
}

/** Returns the method by which a charge was created, or null when it is no longer configured. */
export async function providerOfCharge(ports: Ports, name: string): Promise<Pick<Provider, 'find'> | null> {
  const config = await readConfig(ports)
  if (name === cardName) return acceptsCards(config) ? efiCards(config) : null
  return config.provider === name && config.pixKey ? providersByName[config.provider](config) : null
}

const providersByName: Record<ProviderName, (config: StoredConfig) => Provider> = {
  'pix-manual': pixManual,
  efi: createEfiProvider,
}
