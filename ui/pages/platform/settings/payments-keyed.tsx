import type { PaymentConfig } from '../../../../src/features/provider/payments/model'
import { PasswordField } from '../../../components/password-field'
import { useTranslation } from '../../../lib/use-translation'
import { EnvironmentFields, PaymentsConnection } from './payments-connection'
import type { PaymentsForm } from './payments-form'

const names = { asaas: 'Asaas', 'mercado-pago': 'Mercado Pago' }
const examples = { asaas: 'https://api.asaas.com', 'mercado-pago': 'https://api.mercadopago.com' }

interface KeyedProps {
  form: PaymentsForm
  config: PaymentConfig
  provider: keyof typeof names
}

/** Key of a service that needs no certificate, and the secret of its notifications. Secrets are write-only. */
export function KeyedFields({ form, config, provider }: KeyedProps) {
  const { t } = useTranslation()
  const isStored = config.provider === provider
  const hint = (shown: string, text: string) => (isStored && shown ? t('payments.kept', { shown }) : text)
  return (
    <>
      <EnvironmentFields form={form} config={config} placeholder={examples[provider]} />
      <PasswordField
        field={form.field('accessToken')}
        label={t(provider === 'asaas' ? 'payments.asaasKey' : 'payments.mercadoPagoKey')}
        hint={hint(
          config.accessToken,
          t(provider === 'asaas' ? 'payments.asaasKeyHint' : 'payments.mercadoPagoKeyHint'),
        )}
        autoComplete="new-password"
      />
      {provider === 'mercado-pago' && (
        <PasswordField
          field={form.field('signingSecret')}
          label={t('payments.signingSecret')}
          hint={hint(config.signingSecret, t('payments.signingSecretHint'))}
          autoComplete="new-password"
        />
      )}
      {isStored && <PaymentsConnection config={config} name={names[provider]} registers={provider === 'asaas'} />}
    </>
  )
}
