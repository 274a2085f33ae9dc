import type { PaymentConfig, PaymentConfigInput } from '../../../../src/features/provider/payments/model'
import { limits } from '../../../../src/shared/limits'
import { paymentServices, requiresSetting } from '../../../../src/shared/payment-services'
import { base64Of } from '../../../lib/base64'
import { createForm, length, type Rule, required } from '../../../lib/form'

const secrets = [
  'clientId',
  'clientSecret',
  'certificate',
  'passphrase',
  'authority',
  'accessToken',
  'signingSecret',
] as const

/** Form values; a switch removes an optional secret. */
export type PaymentFields = Omit<PaymentConfig, 'webhookUrl'> & { noPassphrase: boolean; noAuthority: boolean }

/** Secrets start empty; an empty secret keeps the stored one. */
function fieldsOf({ webhookUrl: _, ...rest }: PaymentConfig): PaymentFields {
  const blank = Object.fromEntries(secrets.map((name) => [name, '']))
  return { ...rest, ...blank, noPassphrase: false, noAuthority: false }
}

export function makePaymentsForm(config: PaymentConfig) {
  const initial = fieldsOf(config)
  let stored = config
  let currentValues = () => initial
  const requiredIf =
    (isNeeded: (now: PaymentFields) => boolean): Rule<string> =>
    (value) =>
      isNeeded(currentValues()) ? required(value) : null
  const secret = (name: (typeof secrets)[number]): Rule<string> =>
    requiredIf((now) => requiresSetting(now.provider, name) && (stored[name] === '' || isOtherService(now, stored)))
  /** Rules of a field that is on the page only for services that require it. */
  const whereRequired = (name: string, rule: Rule<string>): Rule<string> => {
    return (value) => (requiresSetting(currentValues().provider, name) ? (required(value) ?? rule(value)) : null)
  }
  const ofEfi =
    (rule: Rule<string>): Rule<string> =>
    (value) =>
      currentValues().provider === 'efi' ? rule(value) : null
  const form = createForm<PaymentFields>(
    initial,
    {
      pixKey: [whereRequired('pixKey', length(limits.pixKey))],
      pixName: [whereRequired('pixName', length(limits.pixName))],
      pixCity: [whereRequired('pixCity', length(limits.pixCity))],
      baseUrl: [requiredIf(({ provider, environment }) => provider !== 'pix-manual' && environment === 'custom')],
      clientId: [secret('clientId'), length(limits.credential)],
      clientSecret: [secret('clientSecret'), length(limits.credential)],
      certificate: [secret('certificate')],
      accessToken: [secret('accessToken'), length(limits.credential)],
      signingSecret: [secret('signingSecret'), length(limits.credential)],
      cardAccount: [ofEfi((value) => (isCardAccount(value) ? null : { code: 'refused' }))],
    },
    { ERR_CERTIFICATE: 'certificate' },
  )
  // Read as signals, so that rules are asked again when another service or address is chosen.
  currentValues = () => ({
    ...form.values(),
    provider: form.field('provider').value.value,
    environment: form.field('environment').value.value,
    baseUrl: form.field('baseUrl').value.value,
  })
  let provider = initial.provider
  form.field('provider').value.subscribe((chosen) => {
    if (chosen === provider) return
    provider = chosen
    // A key is good for the service that it was typed for.
    form.field('accessToken').value.value = ''
    form.field('signingSecret').value.value = ''
    const environment = form.field('environment').value
    if (paymentServices[chosen].refusesSandbox && environment.peek() === 'sandbox') environment.value = 'production'
  })
  /** Takes over the saved settings; fields changed since the submit keep their values. */
  const receiveConfig = (saved: PaymentConfig) => {
    stored = saved
    form.receive(fieldsOf(saved))
  }
  return { ...form, receiveConfig }
}
export type PaymentsForm = ReturnType<typeof makePaymentsForm>

const isCardAccount = (text: string) => /^([A-Za-z0-9]{32})?$/.test(text)

/** Form values for the server; null removes a secret. */
export const paymentInput = ({ noPassphrase, noAuthority, ...values }: PaymentFields): PaymentConfigInput => ({
  ...values,
  cardAccount: isCardAccount(values.cardAccount) ? values.cardAccount : '', // refused by Efí's form only
  passphrase: values.passphrase || (noPassphrase ? null : ''),
  authority: values.authority || (noAuthority ? null : ''),
})

/** True for ways to be paid that name the receiver's Pix key; the other services know their account. */
export const usesPixKey = (provider: PaymentConfig['provider']) => requiresSetting(provider, 'pixKey')

/** True if another service is selected: the stored secrets must not be sent to it. */
const isOtherService = (now: PaymentFields, before: PaymentConfig) =>
  (now.provider !== before.provider && !usesPixKey(now.provider)) ||
  now.environment !== before.environment ||
  now.baseUrl !== before.baseUrl

/** Certificate for the server: PEM as text, other formats in base64. */
export async function readCertificate(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = new TextDecoder().decode(bytes)
  if (text.includes('-----BEGIN')) return text
  return base64Of(bytes)
}
