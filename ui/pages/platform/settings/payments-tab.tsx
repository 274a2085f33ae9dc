import { useEffect, useState } from 'react'
import type { PaymentConfig } from '../../../../src/features/provider/payments/model'
import { limits } from '../../../../src/shared/limits'
import { ErrorState } from '../../../components/error-state'
import { TextField } from '../../../components/field'
import { Form, SubmitButton } from '../../../components/form'
import { Select } from '../../../components/select'
import { SkeletonRows } from '../../../components/skeleton'
import { api, unwrapResponse } from '../../../lib/api'
import type { Field } from '../../../lib/form'
import { useKeepUnsaved } from '../../../lib/keep-unsaved'
import { toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { EfiFields } from './payments-efi'
import { makePaymentsForm, type PaymentFields, paymentInput } from './payments-form'
import { PaymentsLog } from './payments-log'

/** Payment settings of the provider: manual Pix, or a payment service. */
export function PaymentsTab() {
  const [loaded, setLoaded] = useState<PaymentConfig | { failure: unknown } | null>(null)
  const load = () => {
    unwrapResponse(api.payments.config.get()).then(setLoaded, (failure) => setLoaded({ failure }))
  }
  useEffect(load, [])
  if (!loaded) return <SkeletonRows rows={4} avatar={false} />
  if ('failure' in loaded) return <ErrorState failure={loaded.failure} onRetry={load} />
  return (
    <div className="flex max-w-2xl flex-col gap-8 rounded-lg border border-line bg-surface p-4 sm:p-6">
      <PaymentSettings config={loaded} onSaved={setLoaded} />
      {loaded.provider === 'efi' && <PaymentsLog />}
    </div>
  )
}

function PaymentSettings({ config, onSaved }: { config: PaymentConfig; onSaved: (config: PaymentConfig) => void }) {
  const { t } = useTranslation()
  const [form] = useState(() => makePaymentsForm(config))
  useKeepUnsaved('payments', form)
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
  ]
  return (
    <Form form={form} send={send} className="flex flex-col gap-4">
      <Select
        field={form.field('provider') as Field<string>}
        label={t('payments.provider')}
        hint={provider === 'efi' ? t('payments.efiHint') : t('payments.manualHint')}
        choices={choices}
      />
      <TextField
        field={form.field('pixKey')}
        label={t('payments.pixKey')}
        hint={t('payments.pixKeyHint')}
        autoComplete="off"
        maxLength={limits.pixKey.max}
      />
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
      <SubmitButton of={form} className="self-start">
        {t('common.save')}
      </SubmitButton>
    </Form>
  )
}
