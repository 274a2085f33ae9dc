import type { PaymentConfig, PaymentConfigInput } from '../../../../src/features/provider/payments/model'
import { limits } from '../../../../src/shared/limits'
import { createForm, length, type Rule, required } from '../../../lib/form'

const secrets = ['clientId', 'clientSecret', 'certificate', 'passphrase', 'authority'] as const

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
    requiredIf((now) => now.provider === 'efi' && (stored[name] === '' || isOtherService(now, stored)))
  const form = createForm<PaymentFields>(
    initial,
    {
      pixKey: [required, length(limits.pixKey)],
      pixName: [requiredIf(({ provider }) => provider === 'pix-manual'), length(limits.pixName)],
      pixCity: [requiredIf(({ provider }) => provider === 'pix-manual'), length(limits.pixCity)],
      baseUrl: [requiredIf(({ provider, environment }) => provider === 'efi' && environment === 'custom')],
      clientId: [secret('clientId'), length(limits.credential)],
      clientSecret: [secret('clientSecret'), length(limits.credential)],
      certificate: [secret('certificate')],
      cardAccount: [(value) => (/^([A-Za-z0-9]{32})?$/.test(value) ? null : { code: 'refused' })],
    },
    { ERR_CERTIFICATE: 'certificate' },
  )
  currentValues = form.values
  /** Takes over the saved settings; fields changed since the submit keep their values. */
  const receiveConfig = (saved: PaymentConfig) => {
    stored = saved
    form.receive(fieldsOf(saved))
  }
  return { ...form, receiveConfig }
}
export type PaymentsForm = ReturnType<typeof makePaymentsForm>

/** Form values for the server; null removes a secret. */
export const paymentInput = ({ noPassphrase, noAuthority, ...values }: PaymentFields): PaymentConfigInput => ({
  ...values,
  passphrase: values.passphrase || (noPassphrase ? null : ''),
  authority: values.authority || (noAuthority ? null : ''),
})

/** True if another service is selected: the stored secrets must not be sent to it. */
const isOtherService = (now: PaymentFields, before: PaymentConfig) =>
  now.environment !== before.environment || now.baseUrl !== before.baseUrl

/** Certificate for the server: PEM as text, other formats in base64. */
export async function readCertificate(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = new TextDecoder().decode(bytes)
  if (text.includes('-----BEGIN')) return text
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
