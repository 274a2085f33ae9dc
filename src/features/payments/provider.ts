import type { Ports } from '../../ports'
import { AppError } from '../../shared/errors'
import { readConfig, type StoredConfig, takesCards } from './config'
import { efi } from './efi'
import { cardName, efiCards } from './efi-cards'
import type { Payer, ProviderName } from './model'
import { pixManual } from './pix-manual'

/** What a company is to be asked for. */
export interface Wanted {
  txid: string
  /** Integer cents. */
  amount: number
  /** What the payer reads beside the amount. */
  text: string
  payer: Payer
}

/** What came of asking: the text behind the QR code, and until when it is good. */
export interface Asked {
  brcode: string
  expiresAt: string | null
}

/** A charge as the payment service knows it. */
export interface Found {
  status: 'open' | 'paid' | 'over'
  amount: number
  pixKey: string
  /** The payment's own mark at the Banco Central, once there is one. */
  e2eId: string | null
}

/** One way to be paid. The network: never inside a transaction. Throws AppError ERR_PAYMENT_SERVICE. */
export interface Provider {
  name: ProviderName
  /** Whether a person has to look at an account; else `find` knows. */
  manual: boolean
  /** The receiver's key, which a payment is compared with. */
  pixKey: string
  newTxid(invoiceId: number): string
  charge(wanted: Wanted): Promise<Asked>
  /** Null for what the service has never heard of. */
  find(charge: { txid: string; serviceId: string | null }): Promise<Found | null>
}

/** The way chosen in the settings; 503 ERR_PAYMENT_NOT_SET while there is none. */
export async function chosenProvider(ports: Ports): Promise<Provider> {
  const config = await readConfig(ports)
  if (!config.pixKey) throw new AppError('ERR_PAYMENT_NOT_SET')
  return makers[config.provider](config)
}

/** The way a charge was made by, if it is still set up; else null. */
export async function providerNamed(ports: Ports, name: string): Promise<Pick<Provider, 'find'> | null> {
  const config = await readConfig(ports)
  if (name === cardName) return takesCards(config) ? efiCards(config) : null
  return config.provider === name && config.pixKey ? makers[config.provider](config) : null
}

const makers: Record<ProviderName, (config: StoredConfig) => Provider> = { 'pix-manual': pixManual, efi }
