import type { CardInput, Payer, Subscription } from '../../../../src/features/provider/payments/model'
import { isDocument } from '../../../../src/shared/document'
import { limits } from '../../../../src/shared/limits'
import { createForm, date, digits, isoDayOf, length, phone, type Rule, required } from '../../../lib/form'
import { expiryOf, isCardNumber } from './card-number'

const cardNumber: Rule<string> = (value) => (isCardNumber(digits(value)) ? null : { code: 'cardNumber' })
const expiry: Rule<string> = (value) => (expiryOf(value) ? null : { code: 'expiry' })
const cvv: Rule<string> = (value) => (/^\d{3,4}$/.test(value) ? null : { code: 'cvv' })
const cpf: Rule<string> = (value) =>
  digits(value).length === 11 && isDocument(digits(value)) ? null : { code: 'document' }

/** Card form. The card data go only to the payment service, which returns a token. */
export const makeCardForm = (payer: Payer) =>
  createForm(
    {
      holder: '',
      cardNumber: '',
      expiry: '',
      cvv: '',
      document: payer.document.length === 11 ? payer.document : '',
      birth: '',
      phone: '',
      number: '',
      neighborhood: '',
    },
    {
      holder: [required, length({ min: 3, max: 50 })],
      cardNumber: [required, cardNumber],
      expiry: [required, expiry],
      cvv: [required, cvv],
      document: [required, cpf],
      birth: [required, date],
      phone: [required, phone],
      number: [required, length({ max: 10 })],
      neighborhood: [required, length(limits.payerName)],
    },
  )
type Values = ReturnType<ReturnType<typeof makeCardForm>['values']>

/** Request of a card payment, without the card data. */
export const cardInput = (values: Values, payer: Payer, invoiceId: number, paymentToken: string): CardInput => ({
  ...payer,
  invoiceId,
  paymentToken,
  holder: values.holder.trim(),
  document: digits(values.document),
  birth: isoDayOf(values.birth) ?? '',
  phone: digits(values.phone),
  number: values.number.trim(),
  neighborhood: values.neighborhood.trim(),
})

/** Requests a card token from the payment service. @throws for a card it refuses */
export async function requestCardToken(values: Values, { account, environment }: NonNullable<Subscription['card']>) {
  const { default: EfiPay } = await import('payment-token-efi')
  const expiry = expiryOf(values.expiry)
  const number = digits(values.cardNumber)
  const brand = await EfiPay.CreditCard.setCardNumber(number).verifyCardBrand()
  const answer = await EfiPay.CreditCard.setAccount(account)
    .setEnvironment(environment)
    .setCreditCardData({
      brand,
      number,
      cvv: values.cvv,
      expirationMonth: expiry?.month ?? '',
      expirationYear: expiry?.year ?? '',
      holderName: values.holder.trim(),
      holderDocument: digits(values.document),
      reuse: false,
    })
    .getPaymentToken()
  if (!('payment_token' in answer)) throw new Error('no token')
  return answer.payment_token
}
