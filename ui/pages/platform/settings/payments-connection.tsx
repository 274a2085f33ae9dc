import { useState } from 'react'
import type { PaymentConfig } from '../../../../src/features/provider/payments/model'
import { Button } from '../../../components/button'
import { TextField } from '../../../components/field'
import { Select } from '../../../components/select'
import { SwitchField } from '../../../components/switch-field'
import { api, unwrapResponse } from '../../../lib/api'
import type { Field } from '../../../lib/form'
import { toastError, toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import type { PaymentsForm } from './payments-form'

interface EnvironmentProps {
  form: PaymentsForm
  config: PaymentConfig
  /** Example of an address. */
  placeholder: string
}

/** Address of a payment service: production, sandbox, or one of the operator's own. */
export function EnvironmentFields({ form, config, placeholder }: EnvironmentProps) {
  const { t } = useTranslation()
  const environment = useValue(form.field('environment').value)
  const provider = useValue(form.field('provider').value)
  const choices = [
    { value: 'production', label: t('payments.production') },
    // Mercado Pago has one address; a key of a test user makes test payments.
    ...(provider === 'mercado-pago' ? [] : [{ value: 'sandbox', label: t('payments.sandbox') }]),
    { value: 'custom', label: t('payments.custom') },
  ]
  const storedHint = (shown: string) => (shown ? t('payments.kept', { shown }) : undefined)
  return (
    <>
      <Select field={form.field('environment') as Field<string>} label={t('payments.environment')} choices={choices} />
      {environment === 'custom' && (
        <>
          <TextField field={form.field('baseUrl')} label={t('payments.baseUrl')} placeholder={placeholder} />
          <TextField
            field={form.field('authority')}
            label={t('payments.authority')}
            hint={storedHint(config.authority) ?? t('payments.authorityHint')}
            rows={3}
            optional
          />
          {config.authority && <SwitchField field={form.field('noAuthority')} label={t('payments.noAuthority')} />}
        </>
      )}
    </>
  )
}

interface ConnectionProps {
  config: PaymentConfig
  /** Name of the service. */
  name: string
  /** True when the service can be told our address; otherwise each payment names it. */
  registers?: boolean
}

/** Tests the saved credentials and registers the webhook. */
export function PaymentsConnection({ config, name, registers = false }: ConnectionProps) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState<'test' | 'webhook' | null>(null)
  const run = (what: 'test' | 'webhook') => {
    setBusy(what)
    unwrapResponse(api.payments[what].post())
      .then(
        () => toastSuccess(t(what === 'test' ? 'payments.tested' : 'payments.registered', { service: name })),
        toastError,
      )
      .finally(() => setBusy(null))
  }
  return (
    <section className="flex flex-col gap-3 rounded-lg border border-line p-4">
      <p className="text-sm">
        {t('payments.webhookText', { service: name })}
        <code className="mt-1 block break-all text-muted text-xs">{config.webhookUrl}</code>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={busy === 'test'} onClick={() => run('test')}>
          {t('payments.test')}
        </Button>
        {registers && (
          <Button size="sm" busy={busy === 'webhook'} onClick={() => run('webhook')}>
            {t('payments.register')}
          </Button>
        )}
      </div>
    </section>
  )
}
