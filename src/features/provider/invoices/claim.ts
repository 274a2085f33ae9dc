import type { Platform, Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { attachmentName } from '../../../shared/text'
import { recordAuditEntry } from '../../platform/audit/record'
import { timeZoneOf } from '../../platform/company/time-zone'
import { type StoredFile, saveStream } from '../../platform/media/files'
import { admitFile } from '../../platform/media/quota'
import { serveFile } from '../../platform/media/serve'
import { ownerOf } from './change'
import type { ClaimRefusal, Invoice } from './model'
import type { PaymentSource } from './pay'
import { getInvoiceRow, type InvoiceRow, isClaimWaiting, toInvoice } from './service'

const receiptTypes = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf']

/**
 * Records that the company says it has paid an open invoice, with a receipt if it has one. A repetition without a receipt
 * changes nothing while the provider has not answered; one with a receipt replaces it (docs/adr/0191).
 * @throws ERR_NO_INVOICE_FOUND (404), ERR_INVOICE_PAID (409), ERR_MEDIA_TYPE unless a picture or PDF, ERR_TOO_LARGE,
 * ERR_EMPTY_MESSAGE, ERR_NO_ROOM
 */
export async function claimPayment(outer: Scope, id: number, upload?: File): Promise<Invoice> {
  assertOpen(await getInvoiceRow(outer.db, id)) // fails before the file is written
  const file = upload && (await saveStream(outer, upload.stream(), attachmentName(upload.name), limits.receipt))
  try {
    if (file && !receiptTypes.includes(file.mime)) throw new AppError('ERR_MEDIA_TYPE')
    return await outer.transaction((scope) => storeClaim(scope, id, file))
  } catch (error) {
    if (file) await outer.ports.media.remove(file.path)
    throw error
  }
}

async function storeClaim(scope: Scope, id: number, file: StoredFile | undefined): Promise<Invoice> {
  const before = await getInvoiceRow(scope.db, id)
  assertOpen(before)
  const timeZone = await timeZoneOf(scope)
  if (isClaimWaiting(before) && !file) return toInvoice(before, timeZone)
  if (file) await admitFile(scope, file)
  const at = new Date().toISOString()
  const change = { claimedAt: at, mediaId: file?.id ?? null, refusal: '', updatedAt: at }
  await scope.db.update('invoices').set(change).where('id', '=', id).execute()
  const after = { receipt: file?.originalName ?? '' }
  await recordAuditEntry(scope, { action: 'claim', entity: 'invoice', entityId: id, name: before.detail, after })
  const invoice = toInvoice({ ...before, ...change }, timeZone)
  scope.publish('payment', { action: 'update', invoice })
  return invoice
}

/**
 * Refuses the claim that the provider has seen, with a reason that the company reads; for the provider.
 * @throws ERR_VALIDATION (422) for a blank reason, ERR_NO_INVOICE_FOUND (404), ERR_INVOICE_PAID (409), ERR_NO_CLAIM (409),
 * ERR_CLAIM_CHANGED (409) with the present claim
 */
export async function refuseClaim(platform: Platform, id: number, given: ClaimRefusal, by: PaymentSource) {
  const reason = given.reason.trim()
  if (reason.length < limits.claimRefusal.min) throw new AppError('ERR_VALIDATION', { fields: ['reason'] })
  const { companyId, timeZone } = await ownerOf(platform, id)
  const invoice = await platform.transaction(async (platform) => {
    const db = platform.tenant(companyId)
    const before = await getInvoiceRow(db, id)
    assertOpen(before)
    if (!isClaimWaiting(before)) throw new AppError('ERR_NO_CLAIM')
    const { claim } = toInvoice(before, timeZone)
    if (claim?.at !== given.claimedAt) throw new AppError('ERR_CLAIM_CHANGED', { claim })
    const change = { refusal: reason, updatedAt: new Date().toISOString() }
    await db.update('invoices').set(change).where('id', '=', id).execute()
    const entry = { action: 'refuse', entity: 'invoice', entityId: id, name: before.detail }
    await recordAuditEntry({ db, ...by }, { ...entry, after: { refusal: change.refusal } })
    return toInvoice({ ...before, ...change }, timeZone)
  })
  platform.ports.publish(companyId, 'payment', { action: 'update', invoice })
  return invoice
}

/** The receipt of an invoice of any company; for the provider. @throws ERR_NO_INVOICE_FOUND, ERR_NO_MEDIA_FOUND */
export async function openReceipt(platform: Platform, id: number): Promise<Response> {
  const { companyId } = await ownerOf(platform, id)
  const db = platform.tenant(companyId)
  const { mediaId } = await getInvoiceRow(db, id)
  return serveFile(platform.ports.media, mediaId === null ? null : db, mediaId ?? '', undefined)
}

function assertOpen({ status }: InvoiceRow) {
  if (status === 'paid') throw new AppError('ERR_INVOICE_PAID')
}
