import { Paperclip } from 'lucide-react'
import { useRef, useState } from 'react'
import type { PaymentConfig } from '../../../../src/features/provider/payments/model'
import { Button } from '../../../components/button'
import { FieldShell, TextField, useProblemText } from '../../../components/field'
import { PasswordField } from '../../../components/password-field'
import { Select } from '../../../components/select'
import { SwitchField } from '../../../components/switch-field'
import { api, unwrapResponse } from '../../../lib/api'
import type { Field } from '../../../lib/form'
import { toastError, toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { type PaymentsForm, readCertificate } from './payments-form'

/** Credentials of the Efí service. Secrets are write-only. */
export function EfiFields({ form, config }: { form: PaymentsForm; config: PaymentConfig }) {
  const { t } = useTranslation()
  const environment = useValue(form.field('environment').value)
  const choices = [
    { value: 'production', label: t('payments.production') },
    { value: 'sandbox', label: t('payments.sandbox') },
    { value: 'custom', label: t('payments.custom') },
  ]
  const storedHint = (shown: string) => (shown ? t('payments.kept', { shown }) : undefined)
  return (
    <>
      <Select field={form.field('environment') as Field<string>} label={t('payments.environment')} choices={choices} />
      {environment === 'custom' && (
        <>
          <TextField
            field={form.field('baseUrl')}
            label={t('payments.baseUrl')}
            placeholder="https://pix.exemplo.com.br"
          />
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
      <TextField
        field={form.field('clientId')}
        label={t('payments.clientId')}
        hint={storedHint(config.clientId)}
        autoComplete="off"
      />
      <PasswordField
        field={form.field('clientSecret')}
        label={t('payments.clientSecret')}
        hint={storedHint(config.clientSecret)}
        autoComplete="new-password"
      />
      <CertificateField field={form.field('certificate')} shown={config.certificate} />
      <PasswordField
        field={form.field('passphrase')}
        label={t('payments.passphrase')}
        hint={storedHint(config.passphrase)}
        autoComplete="new-password"
        optional
      />
      {config.passphrase && <SwitchField field={form.field('noPassphrase')} label={t('payments.noPassphrase')} />}
      <TextField
        field={form.field('cardAccount')}
        label={t('payments.cardAccount')}
        hint={t('payments.cardAccountHint')}
        autoComplete="off"
        optional
      />
      {config.provider === 'efi' && <Connection webhookUrl={config.webhookUrl} />}
    </>
  )
}

function CertificateField({ field, shown }: { field: Field<string>; shown: string }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const problem = useProblemText(useValue(field.problem))
  const picked = useValue(field.value) === '' ? '' : name
  const pick = async (file: File | undefined) => {
    if (!file) return
    field.value.value = await readCertificate(file)
    setName(file.name)
  }
  return (
    <FieldShell
      label={t('payments.certificate')}
      hint={picked || (shown ? t('payments.kept', { shown }) : t('payments.certificateHint'))}
      problem={problem}
    >
      {(control) => (
        <div>
          <input
            // Forgets the picked file once it is stored.
            key={shown}
            ref={input}
            {...control}
            type="file"
            accept=".p12,.pfx,.pem,.crt"
            onChange={({ target }) => void pick(target.files?.[0])}
            className="peer sr-only"
          />
          <Button
            // For the mouse: keyboards and screen readers use the input, whose focus it shows.
            aria-hidden
            tabIndex={-1}
            className="peer-focus-visible:outline-2 peer-focus-visible:outline-focus peer-focus-visible:outline-offset-2 peer-aria-invalid:border-danger"
            icon={<Paperclip aria-hidden />}
            onClick={() => input.current?.click()}
          >
            {t('variables.chooseFile')}
          </Button>
        </div>
      )}
    </FieldShell>
  )
}

/** Tests the saved credentials and registers the webhook. */
function Connection({ webhookUrl }: { webhookUrl: string }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState<'test' | 'webhook' | null>(null)
  const run = (what: 'test' | 'webhook') => {
    setBusy(what)
    unwrapResponse(api.payments[what].post())
      .then(() => toastSuccess(what === 'test' ? t('payments.tested') : t('payments.registered')), toastError)
      .finally(() => setBusy(null))
  }
  return (
    <section className="flex flex-col gap-3 rounded-lg border border-line p-4">
      <p className="text-sm">
        {t('payments.webhookText')}
        <code className="mt-1 block break-all text-muted text-xs">{webhookUrl}</code>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={busy === 'test'} onClick={() => run('test')}>
          {t('payments.test')}
        </Button>
        <Button size="sm" busy={busy === 'webhook'} onClick={() => run('webhook')}>
          {t('payments.register')}
        </Button>
      </div>
    </section>
  )
}
