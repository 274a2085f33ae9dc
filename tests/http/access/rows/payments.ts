import type { PaymentConfigInput } from '../../../../src/features/provider/payments/model'
import { pictureForm } from '../request-parts'
import { admins, all, none, type Row } from '../row'

export const paymentsRows: Record<string, Row> = {
  'GET /api/invoices': {
    own: admins,
    expiredLicence: true,
    queriesWithId: { cursor: ({ invoice }) => `cursor=${invoice + 1}` },
  },
  'GET /api/invoices/all': { own: admins, expiredLicence: true },
  'GET /api/invoices/export': { own: admins, expiredLicence: true },
  'GET /api/invoices/everyones/export': { own: none, superUser: 200 },
  'GET /api/invoices/everyones': { own: none, superUser: 200 },
  'POST /api/invoices': { own: admins, expiredLicence: true },
  'GET /api/invoices/:id': { own: admins, expiredLicence: true, pathId: 'invoice' },
  'PUT /api/invoices/:id': { own: none, superUser: 200, pathId: 'invoice', body: () => ({ value: 4500 }) },
  'POST /api/invoices/:id/claim': { own: admins, expiredLicence: true, pathId: 'invoice', form: pictureForm },
  'POST /api/invoices/:id/refuse': {
    own: none,
    superUser: 200,
    pathId: 'invoice',
    body: () => ({ claimedAt: '2026-01-01T00:00:00.000Z', reason: 'Não encontrei o pagamento' }),
  },
  // The invoice is open.
  'POST /api/invoices/:id/undo': { own: none, superUser: 409, pathId: 'invoice' },
  // The invoice has no receipt.
  'GET /api/invoices/:id/receipt': { own: none, superUser: 404, pathId: 'invoice' },
  'POST /api/invoices/:id/confirm': {
    own: none,
    superUser: 200,
    pathId: 'invoice',
    body: () => ({ value: 3000 }),
  },
  'POST /api/subscription/cancellation': { own: admins, body: () => ({ reason: 'Fechamos a loja' }) },
  'DELETE /api/subscription/cancellation': { own: admins },
  'GET /api/subscription/plans': { own: admins, expiredLicence: true },
  // The present plan: nothing changes.
  'PUT /api/subscription/plan': { own: admins, expiredLicence: true, body: () => ({ planId: 1, cents: 0 }) },
  'GET /api/subscription': { own: admins, expiredLicence: true },
  // The provider has not configured payments.
  'POST /api/subscription': {
    own: [403, 403, 403, 503],
    expiredLicence: true,
    body: ({ invoice }) => checkoutBody(invoice),
    bodiesWithId: { invoiceId: (_, { invoice }) => checkoutBody(invoice) },
  },
  'POST /api/subscription/card': {
    own: [403, 403, 403, 503],
    expiredLicence: true,
    body: ({ invoice }) => ({ ...checkoutBody(invoice), ...cardFields }),
    bodiesWithId: { invoiceId: (_, { invoice }) => ({ ...checkoutBody(invoice), ...cardFields }) },
  },
  'POST /api/subscription/webhook/asaas': { own: all, anyone: 403, body: () => ({ event: 'PAYMENT_RECEIVED' }) },
  'POST /api/subscription/webhook/mercado-pago': { own: all, anyone: 403, body: () => ({ type: 'payment' }) },
  'POST /api/subscription/webhook/card': { own: all, anyone: 403 },
  'POST /api/subscription/webhook': { own: all, anyone: 403, body: () => ({ pix: [{ txid: 'abc' }] }) },
  'POST /api/subscription/webhook/pix': { own: all, anyone: 403, body: () => ({ pix: [{ txid: 'abc' }] }) },
  'GET /api/payments/config': { own: none, superUser: 200 },
  'PUT /api/payments/config': { own: none, superUser: 200, body: () => manualPix },
  'POST /api/payments/test': { own: none, superUser: 503 },
  'POST /api/payments/webhook': { own: none, superUser: 503 },
  'GET /api/payments/reminders': { own: none, superUser: 200 },
  'PUT /api/payments/reminders': {
    own: none,
    superUser: 200,
    body: () => ({ mail: true, days: [-3, 0, 1, 5], whatsappId: null }),
  },
  'GET /api/payments/log': { own: none, superUser: 200 },
}

function checkoutBody(invoiceId: number) {
  const address = {
    address: 'Rua das Flores, 10',
    city: 'Campinas',
    state: 'SP',
    zipcode: '13010-000',
    country: 'Brasil',
  }
  return { invoiceId, firstName: 'Ana', lastName: 'Souza', document: '', ...address }
}
const cardFields = {
  ...{ document: '52998224725', holder: 'ANA SOUZA', birth: '1990-05-01', phone: '11987654321', number: '10' },
  ...{ neighborhood: 'Centro', paymentToken: 'a'.repeat(40) },
}
export const manualPix: PaymentConfigInput = {
  ...{ provider: 'pix-manual', pixKey: 'pix@balcao.test', pixName: 'Provedor', pixCity: 'Campinas' },
  ...{ environment: 'production', baseUrl: '', clientId: '', clientSecret: '', certificate: '', passphrase: '' },
  ...{ authority: '', cardAccount: '' },
}
