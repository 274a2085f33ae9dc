import { useEffect, useState } from 'react'
import type { PaymentConfig } from '../../../../src/features/provider/payments/model'
import { limits } from '../../../../src/shared/limits'
import { ErrorState } from '../../../components/error-state'
import { TextField } from '../../../components/field'
import { PageForm } from '../../../components/page-form'
import { Select } from '../../../components/select'
import { BoxedSkeleton } from '../../../components/skeleton'
import { api, unwrapResponse } from '../../../lib/api'
import type { Field } from '../../../lib/form'
import { toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { EfiFields } from './payments-efi'
import { makePaymentsForm, type PaymentFields, paymentInput, usesPixKey } from './payments-form'
import { KeyedFields } from './payments-keyed'
import { PaymentsLog } from './payments-log'
import { RemindersCard } from './reminders-card'

/** Payment settings of the provider: manual Pix, or a payment service. */
export function PaymentsTab() {
  const [loaded, setLoaded] = useState<PaymentConfig | { failure: unknown } | null>(null)
  const load = () => {
    unwrapResponse(api.payments.config.get()).then(setLoaded, (failure) => setLoaded({ failure }))
  }
  useEffect(load, [])
  if (!loaded) return <BoxedSkeleton rows={4} />
  if ('failure' in loaded) return <ErrorState failure={loaded.failure} onRetry={load} />
  return (
    <div className="flex flex-col gap-4">
      <div className="flex max-w-2xl flex-col gap-8 rounded-lg border border-line bg-surface p-4 sm:p-6">
        <PaymentSettings config={loaded} onSaved={setLoaded} />
        {loaded.provider !== 'pix-manual' && <PaymentsLog />}
      </div>
      <RemindersCard />
    </div>
  )
}

function PaymentSettings({ config, onSaved }: { config: PaymentConfig; onSaved: (config: PaymentConfig) => void }) {
  const { t } = useTranslation()
  const [form] = useState(() => makePaymentsForm(config))
  const provider = useValue(form.field('provider').value)
  const send = async (values: PaymentFields) => {
    const saved = await unwrapResponse(api.payments.config.put(paymentInput(values)))
    toastSuccess(t('payments.saved'))
    form.receiveConfig(saved)
    onSaved(saved)
  }
  const choices = [
    { value: 'pix-manual', label: t('payments.manual') },
    { value: 'efi', label: t('payments.efi') },
    { value: 'asaas', label: t('payments.asaas') },
    { value: 'mercado-pago', label: t('payments.mercadoPago') },
  ]
  const hints = {
    'pix-manual': t('payments.manualHint'),
    efi: t('payments.efiHint'),
    asaas: t('payments.asaasHint'),
    'mercado-pago': t('payments.mercadoPagoHint'),
  }
  return (
    <PageForm name="payments" form={form} send={send} className="flex flex-col gap-4">
      <Select
        field={form.field('provider') as Field<string>}
        label={t('payments.provider')}
        hint={hints[provider]}
        choices={choices}
      />
      {usesPixKey(provider) && (
        <TextField
          field={form.field('pixKey')}
          label={t('payments.pixKey')}
          hint={t('payments.pixKeyHint')}
          autoComplete="off"
          maxLength={limits.pixKey.max}
        />
      )}
      {provider === 'pix-manual' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            field={form.field('pixName')}
            label={t('payments.pixName')}
            autoComplete="off"
            maxLength={limits.pixName.max}
          />
          <TextField
            field={form.field('pixCity')}
            label={t('payments.pixCity')}
            autoComplete="off"
            maxLength={limits.pixCity.max}
          />
        </div>
      )}
      {provider === 'efi' && <EfiFields form={form} config={config} />}
      {(provider === 'asaas' || provider === 'mercado-pago') && (
        <KeyedFields key={provider} form={form} config={config} provider={provider} />
      )}
    </PageForm>
  )
}
