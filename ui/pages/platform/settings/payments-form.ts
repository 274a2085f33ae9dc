import type { PaymentConfig, PaymentConfigInput } from '../../../../src/features/provider/payments/model'
import { limits } from '../../../../src/shared/limits'
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
    requiredIf((now) => needs[now.provider].includes(name) && (stored[name] === '' || isOtherService(now, stored)))
  /** A rule of a field that is on the page for some services only. */
  const whenShown =
    (providers: readonly PaymentConfig['provider'][], rule: Rule<string>): Rule<string> =>
    (value) =>
      providers.includes(currentValues().provider) ? rule(value) : null
  const form = createForm<PaymentFields>(
    initial,
    {
      pixKey: [
        requiredIf(({ provider }) => usesPixKey(provider)),
        whenShown(['pix-manual', 'efi'], length(limits.pixKey)),
      ],
      pixName: [
        requiredIf(({ provider }) => provider === 'pix-manual'),
        whenShown(['pix-manual'], length(limits.pixName)),
      ],
      pixCity: [
        requiredIf(({ provider }) => provider === 'pix-manual'),
        whenShown(['pix-manual'], length(limits.pixCity)),
      ],
      baseUrl: [requiredIf(({ provider, environment }) => provider !== 'pix-manual' && environment === 'custom')],
      clientId: [secret('clientId'), length(limits.credential)],
      clientSecret: [secret('clientSecret'), length(limits.credential)],
      certificate: [secret('certificate')],
      accessToken: [secret('accessToken'), length(limits.credential)],
      signingSecret: [secret('signingSecret'), length(limits.credential)],
      cardAccount: [whenShown(['efi'], (value) => (isCardAccount(value) ? null : { code: 'refused' }))],
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
    if (chosen === 'mercado-pago' && environment.peek() === 'sandbox') environment.value = 'production'
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

/** Secrets that a service needs. */
const needs: Record<PaymentConfig['provider'], readonly string[]> = {
  'pix-manual': [],
  efi: ['clientId', 'clientSecret', 'certificate'],
  asaas: ['accessToken'],
  'mercado-pago': ['accessToken', 'signingSecret'],
}

/** True for ways to be paid that name the receiver's Pix key; the other services know their account. */
export const usesPixKey = (provider: PaymentConfig['provider']) => provider === 'pix-manual' || provider === 'efi'

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
