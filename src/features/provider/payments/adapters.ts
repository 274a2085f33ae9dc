import type { Adapter } from './adapter'
import { asaas } from './asaas'
import { efi } from './efi'
import { mercadoPago } from './mercado-pago'
import type { ProviderName } from './model'
import { pixManual } from './pix-manual'

/** Payment services by name (docs/adr/0183). */
export const adapters: Record<ProviderName, Adapter> = {
  'pix-manual': { provider: pixManual, test: null, register: null, notices: null },
  efi,
  asaas,
  'mercado-pago': mercadoPago,
}
