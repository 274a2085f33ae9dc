import type { Payer } from '../../../../src/features/provider/payments/model'
import { isDocument, isZip, plainDocument } from '../../../../src/shared/document'
import { limits } from '../../../../src/shared/limits'
import { createForm, length, type Rule, required } from '../../../lib/form'

const homeCountry = 'Brasil'

const emptyPayer: Payer = {
  firstName: '',
  lastName: '',
  document: '',
  address: '',
  city: '',
  state: '',
  zipcode: '',
  country: homeCountry,
}

const document: Rule<string> = (value) =>
  value === '' || isDocument(plainDocument(value)) ? null : { code: 'document' }

/** Payer form, filled with the last payer. */
export function makePayerForm(lastPayer: Payer | null, needsDocument = false) {
  const country: { now: () => string } = { now: () => homeCountry }
  const form = createForm<Payer>(lastPayer ?? emptyPayer, {
    firstName: [required, length(limits.payerName)],
    lastName: [required, length(limits.payerName)],
    document: needsDocument ? [required, document] : [document],
    address: [required, length(limits.payerAddress)],
    city: [required, length(limits.payerName)],
    state: [required, length(limits.payerName)],
    zipcode: [required, (value) => (isZip(value, country.now()) ? null : { code: 'zipcode' })],
    country: [required, length(limits.payerName)],
  })
  country.now = () => form.values().country
  return form
}
export type PayerForm = ReturnType<typeof makePayerForm>

/** Payer in the format of the API. */
export function payerInput(values: Payer): Payer {
  const trimmed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])) as Payer
  return { ...trimmed, document: plainDocument(values.document) }
}
