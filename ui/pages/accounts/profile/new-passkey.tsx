import { useState } from 'react'
import { limits } from '../../../../src/shared/limits'
import { TextField } from '../../../components/field'
import { Form, SubmitButton } from '../../../components/form'
import { PasswordField } from '../../../components/password-field'
import { createForm, length, required, useForm } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { deviceName } from '../../../logins/device-name'
import type { SecondFactorSteps } from './enrolment'
import { addPasskey } from './factors'
import { RecoveryCodes } from './recovery-codes'

/** Makes a passkey: name and password, the browser's dialog, and recovery codes with the first second factor. */
export function NewPasskey({ password = null, onDone, onCodes }: SecondFactorSteps) {
  const { t } = useTranslation()
  const [codes, setCodes] = useState<string[] | null>(null)
  const form = useForm(() =>
    createForm(
      { name: deviceName(navigator.userAgent), password: password ?? '' },
      { name: [required, length(limits.passkeyName)], password: [required] },
      { ERR_WRONG_PASSWORD: 'password' },
    ),
  )
  const isRefused = useValue(form.field('password').problem) !== null
  if (codes) return <RecoveryCodes codes={codes} onStored={onDone} />
  const send = async (values: { name: string; password: string }) => {
    const recoveryCodes = await addPasskey(values)
    if (recoveryCodes.length === 0) return onDone()
    setCodes(recoveryCodes)
    onCodes?.()
  }
  return (
    <Form form={form} send={send} className="flex flex-col items-start gap-4">
      <p className="text-muted">{t('passkeys.addText')}</p>
      {(password === null || isRefused) && (
        <PasswordField
          field={form.field('password')}
          label={t('twoStep.confirmPassword')}
          autoComplete="current-password"
          autoFocus
          className="w-full"
        />
      )}
      <TextField
        field={form.field('name')}
        label={t('passkeys.name')}
        hint={t('passkeys.nameHint')}
        maxLength={limits.passkeyName.max}
        autoComplete="off"
        className="w-full"
      />
      <SubmitButton of={form}>{t('twoStep.next')}</SubmitButton>
    </Form>
  )
}
