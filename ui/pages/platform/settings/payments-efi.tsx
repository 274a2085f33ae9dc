import { Paperclip } from 'lucide-react'
import { useRef, useState } from 'react'
import type { PaymentConfig } from '../../../../src/features/provider/payments/model'
import { Button } from '../../../components/button'
import { FieldShell, TextField, useProblemText } from '../../../components/field'
import { PasswordField } from '../../../components/password-field'
import { SwitchField } from '../../../components/switch-field'
import type { Field } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { EnvironmentFields, PaymentsConnection } from './payments-connection'
import { type PaymentsForm, readCertificate } from './payments-form'

/** Credentials of the Efí service. Secrets are write-only. */
export function EfiFields({ form, config }: { form: PaymentsForm; config: PaymentConfig }) {
  const { t } = useTranslation()
  const storedHint = (shown: string) => (shown ? t('payments.kept', { shown }) : undefined)
  return (
    <>
      <EnvironmentFields form={form} config={config} placeholder="https://pix.exemplo.com.br" />
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
        problemTexts={{ refused: t('payments.cardAccountRefused') }}
        autoComplete="off"
        optional
      />
      {config.provider === 'efi' && <PaymentsConnection config={config} name="Efí" registers />}
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
