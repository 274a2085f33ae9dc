import { randomBytes } from 'node:crypto'
import type { Platform, Scope } from '../../../core/scope'
import { isDocument } from '../../../shared/document'
import { AppError } from '../../../shared/errors'
import { getInvoiceRow } from '../invoices/service'
import { insertCharge } from './charge'
import { checkCharge } from './check'
import { acceptsCards, cardWebhookUrl, readConfig, type StoredConfig } from './config'
import { efiCards } from './efi-cards'
import { firstAnswer } from './former'
import { type CardInput, cardName } from './model'
import { billingEmail, savePayer } from './payer'
import { cardAccounts } from './provider'

/** Time in ms for which a card charge without an answer blocks another one. */
const maxUnknown = 3_600_000

/**
 * Charges a card with the invoice's price; the server knows the card by a token only.
 * @throws ERR_CARD_REFUSED, ERR_NO_INVOICE_FOUND, ERR_INVOICE_PAID, ERR_PAYMENT_PENDING, ERR_VALIDATION,
 *   ERR_PAYMENT_NOT_SET, ERR_PAYMENT_SERVICE
 */
export async function payByCard(scope: Scope, platform: Platform, input: CardInput, publicUrl: string) {
  if (!isDocument(input.document)) throw new AppError('ERR_VALIDATION', { fields: ['document'] })
  const invoice = await getInvoiceRow(scope.db, input.invoiceId)
  if (invoice.status === 'paid') throw new AppError('ERR_INVOICE_PAID')
  const config = await readConfig(scope.ports)
  if (!acceptsCards(config)) throw new AppError('ERR_PAYMENT_NOT_SET')
  const charge = { scope, platform, config, invoice, input, publicUrl }
  const charging = await scope.ports.inFlight.exclusive(`card/${scope.companyId}/${invoice.id}`, () =>
    chargeCard(charge),
  )
  if (!charging) throw new AppError('ERR_PAYMENT_PENDING') // two presses of one button charge one card
  return charging
}

interface CardCharge {
  scope: Scope
  platform: Platform
  config: StoredConfig
  invoice: Awaited<ReturnType<typeof getInvoiceRow>>
  input: CardInput
  publicUrl: string
}

async function chargeCard({ scope, platform, config, invoice, input, publicUrl }: CardCharge) {
  if (await isPending(scope, invoice.id)) throw new AppError('ERR_PAYMENT_PENDING')
  await savePayer(scope, payerFields(input))
  const cards = efiCards(config)
  const txid = randomBytes(16).toString('hex')
  const id = await insertCharge(scope, cards, invoice, txid, new Date(Date.now() + maxUnknown).toISOString())
  const notificationUrl = cardWebhookUrl(config, publicUrl, txid)
  const text = `Fatura ${invoice.id}: ${invoice.detail}`
  const email = await billingEmail(platform, scope)
  const serviceId = await cards
    .pay({ txid, amount: invoice.value, text, email, notificationUrl, input })
    .catch((error) => closeIfRefused(scope, id, error))
  await updateCharge(scope, id, { serviceId })
  return { paid: (await checkCharge(platform, txid)) === 'paid' }
}

/** Stores the service's charge id for a charge whose answer was lost. Network; never call inside a transaction. */
export async function storeServiceId(scope: Scope, txid: string, notification: string) {
  const accounts = cardAccounts(await readConfig(scope.ports))
  const charge = await scope.db
    .select('charges')
    .select(['id', 'serviceId'])
    .where('txid', '=', txid)
    .executeTakeFirst()
  if (!charge || charge.serviceId) return
  const serviceId = await firstAnswer(accounts, (account) => efiCards(account).serviceIdOf(notification, txid))
  if (serviceId) await updateCharge(scope, charge.id, { serviceId })
}

const isPending = (scope: Scope, invoiceId: number) =>
  scope.db
    .select('charges')
    .select('id')
    .where('invoiceId', '=', invoiceId)
    .where('provider', '=', cardName)
    .where('status', '=', 'open')
    .where(({ eb, or }) => or([eb('serviceId', 'is not', null), eb('expiresAt', '>', new Date().toISOString())]))
    .executeTakeFirst()

/** Closes a refused charge. A charge without an answer stays open until the service reports its status. */
async function closeIfRefused(scope: Scope, id: number, error: unknown): Promise<never> {
  if (error instanceof AppError && error.code === 'ERR_CARD_REFUSED')
    await updateCharge(scope, id, { status: 'over', expiresAt: new Date().toISOString() })
  throw error
}

const updateCharge = (scope: Scope, id: number, values: { serviceId?: string; status?: 'over'; expiresAt?: string }) =>
  scope.transaction(({ db }) =>
    db
      .update('charges')
      .set({ ...values, updatedAt: new Date().toISOString() })
      .where('id', '=', id)
      .execute(),
  )

const payerFields = ({ firstName, lastName, document, address, city, state, zipcode, country }: CardInput) => ({
  ...{ firstName, lastName, document, address, city, state, zipcode, country },
})
