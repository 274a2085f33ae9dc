import { randomBytes } from 'node:crypto'
import { brCode } from './brcode'
import type { StoredConfig } from './config'
import type { Provider } from './provider'

/** A static Pix code from the provider's own key: no service in between, and a person who says that it was paid. */
export const pixManual = ({ pixKey, pixName, pixCity }: StoredConfig): Provider => ({
  name: 'pix-manual',
  manual: true,
  pixKey,
  // The invoice's number is what the person finds on the bank statement.
  newTxid: (invoiceId) => `FATURA${invoiceId}X${randomBytes(10).toString('hex').toUpperCase()}`.slice(0, 25),
  charge: async ({ txid, amount }) => ({
    brcode: brCode({ key: pixKey, name: pixName, city: pixCity, amount, txid }),
    expiresAt: null,
  }),
  find: async () => null,
})
