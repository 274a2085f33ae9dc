import { type Static, t } from 'elysia'
import { atLeastOneField, neverBlank, pageNumber } from '../../../core/http/schemas'
import { limits } from '../../../shared/limits'

/** An invoice. `value` is in integer cents of BRL; `dueDate` is a day, `yyyy-mm-dd`. */
export const Invoice = t.Object({
  id: t.Number(),
  detail: t.String(),
  value: t.Number(),
  /** Part of `value` that is a difference of changes of plan. */
  extra: t.Number(),
  dueDate: t.String(),
  /** `expired` means open, with a due date that has passed in the company's time zone. */
  status: t.Union([t.Literal('open'), t.Literal('paid'), t.Literal('expired')]),
  paidAt: t.Nullable(t.String()),
  /** Time until which the provider can take back the settlement; null if it cannot. */
  undoableUntil: t.Nullable(t.String()),
  /** Payment that the company has reported: time, whether with a receipt, and the provider's reason against it. */
  claim: t.Nullable(t.Object({ at: t.String(), receipt: t.Boolean(), refusal: t.Nullable(t.String()) })),
  createdAt: t.String(),
  updatedAt: t.String(),
})
export type Invoice = Static<typeof Invoice>

/** An invoice of any company, for the provider. */
export const CompanyInvoice = t.Composite([Invoice, t.Object({ companyId: t.Number(), companyName: t.String() })])
export type CompanyInvoice = Static<typeof CompanyInvoice>

const cursor = t.Optional(t.String({ maxLength: 20, pattern: '^\\d+$' }))
const searchParam = t.Optional(t.String({ maxLength: limits.search.max }))
/** `cursor` is the `next` of the previous page; `pageNumber` is accepted for scripts. */
export const InvoiceQuery = t.Object({ searchParam, pageNumber, cursor })
export type InvoiceQuery = Static<typeof InvoiceQuery>
export const AllInvoicesQuery = t.Object({
  searchParam,
  companyId: t.Optional(t.Numeric()),
  cursor,
  status: t.Optional(t.Union([t.Literal('open'), t.Literal('paid')])),
  /** Only open invoices that the company says it has paid. */
  claimed: t.Optional(t.BooleanString()),
})
export type AllInvoicesQuery = Static<typeof AllInvoicesQuery>

/** `file`: receipt, a picture or PDF of at most 5 MB. */
export const ClaimInput = t.Object({ file: t.Optional(t.File()) })
export type ClaimInput = Static<typeof ClaimInput>

export const ClaimRefusal = t.Object({
  /** Time of the claim that the provider has seen (`claim.at`): a newer one is not refused with it. */
  claimedAt: t.String({ minLength: 1, maxLength: 40 }),
  reason: t.String({ minLength: limits.claimRefusal.min, maxLength: limits.claimRefusal.max }),
})
export type ClaimRefusal = Static<typeof ClaimRefusal>

/** `value`: the amount that the person has seen, in integer cents. */
export const Confirmation = t.Object({
  value: t.Integer({ minimum: limits.cents.min, maximum: limits.cents.max }),
})

/** Fields of an open invoice that the provider may change; `paid` marks it as paid, `expired` is another name of open. */
export const InvoiceChange = t.Partial(
  t.Object({
    detail: t.String({ minLength: limits.invoiceDetail.min, maxLength: limits.invoiceDetail.max }),
    value: t.Integer({ minimum: limits.cents.min, maximum: limits.cents.max }),
    status: t.Union([t.Literal('open'), t.Literal('paid'), t.Literal('expired')]),
  }),
  { ...atLeastOneField, ...neverBlank(['detail']) },
)
export type InvoiceChange = Static<typeof InvoiceChange>
