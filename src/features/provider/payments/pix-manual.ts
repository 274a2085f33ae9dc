import { randomBytes } from 'node:crypto'
import type { Provider } from './adapter'
import { brCode } from './brcode'
import type { StoredConfig } from './config'

/** Static Pix codes for the provider's own key. No payment service is involved; a person confirms the payment. */
export const pixManual = ({ pixKey, pixName, pixCity }: StoredConfig): Provider => ({
  name: 'pix-manual',
  manual: true,
  pixKey,
  // Contains the invoice's number, to find it on the bank statement.
  newTxid: (invoiceId) => `FATURA${invoiceId}X${randomBytes(10).toString('hex').toUpperCase()}`.slice(0, 25),
  charge: async ({ txid, amount }) => ({
    brcode: brCode({ key: pixKey, name: pixName, city: pixCity, amount, txid }),
    expiresAt: null,
  }),
  find: async () => null,
})
