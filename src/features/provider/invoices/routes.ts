import { Elysia, t } from 'elysia'
import { documentFileResponse, documentResponse, pageFields } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { changeInvoice, confirmInvoice } from './change'
import { claimPayment, openReceipt, refuseClaim } from './claim'
import { ensureCurrentInvoice } from './create-due'
import { exportAllInvoices, exportInvoices } from './export'
import {
  AllInvoicesQuery,
  ClaimInput,
  ClaimRefusal,
  CompanyInvoice,
  Confirmation,
  Invoice,
  InvoiceChange,
  InvoiceQuery,
} from './model'
import { getInvoice, listAllInvoices, listInvoices } from './service'
import { undoSettlement } from './settlement'

const Invoices = t.Object({ invoices: t.Array(Invoice), ...pageFields })
const renewal = 'invoice:list'

/** Routes of a company's own invoices, also with an expired licence, and of all invoices for the provider. */
export const invoiceRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/invoices' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listInvoices(scope, query), {
      renewal,
      query: InvoiceQuery,
      response: Invoices,
    })
    .get('/all', ({ scope, query }) => listInvoices(scope, query), {
      renewal,
      query: InvoiceQuery,
      detail: documentResponse(Invoices),
    })
    .get('/export', ({ scope }) => exportInvoices(scope, auth.platform), {
      renewal,
      detail: documentFileResponse('text/csv'),
    })
    .get('/everyones/export', ({ scope, platform }) => exportAllInvoices(scope, platform), {
      super: true,
      detail: documentFileResponse('text/csv'),
    })
    .get('/everyones', ({ platform, query }) => listAllInvoices(platform, query), {
      super: true,
      query: AllInvoicesQuery,
      response: t.Object({ invoices: t.Array(CompanyInvoice), ...pageFields }),
    })
    .post('/', ({ scope }) => ensureCurrentInvoice(auth.platform, scope.companyId), { renewal, response: Invoice })
    .get('/:id', ({ scope, params }) => getInvoice(scope, params.id), { renewal, params, response: Invoice })
    .put(
      '/:id',
      ({ platform, params, body, me, scope }) =>
        changeInvoice(platform, params.id, body, { actor: me, address: scope.address }),
      { super: true, params, body: InvoiceChange, response: Invoice },
    )
    .post('/:id/claim', ({ scope, params, body }) => claimPayment(scope, params.id, body.file), {
      renewal,
      params,
      body: ClaimInput,
      response: Invoice,
    })
    .post(
      '/:id/refuse',
      ({ platform, params, body, me, scope }) =>
        refuseClaim(platform, params.id, body, { actor: me, address: scope.address }),
      { super: true, params, body: ClaimRefusal, response: Invoice },
    )
    .get('/:id/receipt', ({ platform, params }) => openReceipt(platform, params.id), {
      super: true,
      params,
      detail: documentFileResponse('application/octet-stream'),
    })
    .post(
      '/:id/undo',
      ({ platform, params, me, scope }) => undoSettlement(platform, params.id, { actor: me, address: scope.address }),
      { super: true, params, response: Invoice },
    )
    .post(
      '/:id/confirm',
      ({ platform, params, body, me, scope }) =>
        confirmInvoice(platform, params.id, body.value, { actor: me, address: scope.address }),
      { super: true, params, body: Confirmation, response: Invoice },
    )
