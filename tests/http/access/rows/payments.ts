import type { PaymentConfigInput } from '../../../../src/features/payments/model'
import { admins, all, none, type Row } from '../row'

export const paymentsRows: Record<string, Row> = {
  'GET /api/invoices': { own: admins, renewal: true, asking: { cursor: ({ invoice }) => `cursor=${invoice + 1}` } },
  'GET /api/invoices/all': { own: admins, renewal: true },
  'GET /api/invoices/everyones': { own: none, above: 200 },
  'POST /api/invoices': { own: admins, renewal: true },
  'GET /api/invoices/:id': { own: admins, renewal: true, path: 'invoice' },
  'PUT /api/invoices/:id': { own: none, above: 200, path: 'invoice', body: () => ({ value: 4500 }) },
  'POST /api/invoices/:id/confirm': { own: none, above: 200, path: 'invoice' },
  'GET /api/subscription': { own: admins, renewal: true },
  // The provider has not said how it wants to be paid.
  'POST /api/subscription': {
    own: [403, 403, 403, 503],
    renewal: true,
    body: ({ invoice }) => paying(invoice),
    pointing: { invoiceId: (_, { invoice }) => paying(invoice) },
  },
  'POST /api/subscription/card': {
    own: [403, 403, 403, 503],
    renewal: true,
    body: ({ invoice }) => ({ ...paying(invoice), ...card }),
    pointing: { invoiceId: (_, { invoice }) => ({ ...paying(invoice), ...card }) },
  },
  'POST /api/subscription/webhook/card': { own: all, open: 403 },
  'POST /api/subscription/webhook': { own: all, open: 403, body: () => ({ pix: [{ txid: 'abc' }] }) },
  'POST /api/subscription/webhook/pix': { own: all, open: 403, body: () => ({ pix: [{ txid: 'abc' }] }) },
  'GET /api/payments/config': { own: none, above: 200 },
  'PUT /api/payments/config': { own: none, above: 200, body: () => byHand },
  'POST /api/payments/test': { own: none, above: 503 },
  'POST /api/payments/webhook': { own: none, above: 503 },
  'GET /api/payments/log': { own: none, above: 200 },
}

function paying(invoiceId: number) {
  const place = {
    address: 'Rua das Flores, 10',
    city: 'Campinas',
    state: 'SP',
    zipcode: '13010-000',
    country: 'Brasil',
  }
  return { invoiceId, firstName: 'Ana', lastName: 'Souza', document: '', ...place }
}
const card = {
  ...{ document: '52998224725', holder: 'ANA SOUZA', birth: '1990-05-01', phone: '11987654321', number: '10' },
  ...{ neighborhood: 'Centro', paymentToken: 'a'.repeat(40) },
}
export const byHand: PaymentConfigInput = {
  ...{ provider: 'pix-manual', pixKey: 'pix@balcao.test', pixName: 'Provedor', pixCity: 'Campinas' },
  ...{ environment: 'production', baseUrl: '', clientId: '', clientSecret: '', certificate: '', passphrase: '' },
  ...{ authority: '', cardAccount: '' },
}
