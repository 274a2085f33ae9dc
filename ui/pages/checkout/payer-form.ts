import type { Payer } from '../../../src/features/payments/model'
import { isDocument } from '../../../src/shared/document'
import { limits } from '../../../src/shared/limits'
import { createForm, digits, length, type Rule, required } from '../../lib/form'

/** Whose own forms of zip codes and documents are known, and checked. */
export const home = 'Brasil'

const empty: Payer = {
  firstName: '',
  lastName: '',
  document: '',
  address: '',
  city: '',
  state: '',
  zipcode: '',
  country: home,
}

const document: Rule<string> = (value) => (value === '' || isDocument(digits(value)) ? null : { code: 'document' })
const zipcode: Rule<string> = (value) => (digits(value).length === 8 ? null : { code: 'zipcode' })
const foreignZip: Rule<string> = (value) => (/^[A-Za-z0-9 -]{3,10}$/.test(value.trim()) ? null : { code: 'zipcode' })

/** Who pays (specification §5); what was written last time is offered again. */
export function makePayerForm(known: Payer | null) {
  const country: { now: () => string } = { now: () => home }
  const form = createForm<Payer>(known ?? empty, {
    firstName: [required, length(limits.payerName)],
    lastName: [required, length(limits.payerName)],
    document: [document],
    address: [required, length(limits.payerAddress)],
    city: [required, length(limits.payerName)],
    state: [required, length(limits.payerName)],
    zipcode: [required, (value) => (isHome(country.now()) ? zipcode : foreignZip)(value)],
    country: [required, length(limits.payerName)],
  })
  country.now = () => form.values().country
  return form
}
export type PayerForm = ReturnType<typeof makePayerForm>

export const isHome = (country: string) => /^bra[sz]il$/i.test(country.trim())

/** As the server takes it. */
export function payerOf(values: Payer): Payer {
  const trimmed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])) as Payer
  return { ...trimmed, document: digits(values.document) }
}
