import { useEffect, useState } from 'react'
import { CodeField } from '../../../components/code-field'
import { Form, SubmitButton } from '../../../components/form'
import { PasswordField } from '../../../components/password-field'
import { QrCode } from '../../../components/qr-code'
import { SkeletonRows } from '../../../components/skeleton'
import { copyText } from '../../../lib/copy-text'
import { createForm, required, useForm } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { RecoveryCodes } from './recovery-codes'
import { confirmCode, startEnrolment } from './second-factor'

/** Callbacks of the screen around the steps. */
export interface SecondFactorSteps {
  /** Password typed a moment ago; without one the user is asked for it. */
  password?: string | null
  /** Called when the user has stored the recovery codes. */
  onDone: () => void
  /** Called when the second factor is on and the recovery codes appear. */
  onCodes?: () => void
}

/** Sets up the second factor in three steps: password, authenticator app, recovery codes. */
export function Enrolment({ password = null, onDone, onCodes }: SecondFactorSteps) {
  const [secret, setSecret] = useState<{ key: string; uri: string } | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [confirmedPassword, setConfirmedPassword] = useState(password)
  useEffect(() => {
    if (confirmedPassword !== null) startEnrolment(confirmedPassword).then(setSecret, () => setConfirmedPassword(null))
  }, [confirmedPassword])
  if (codes) return <RecoveryCodes codes={codes} onStored={onDone} />
  const showCodes = (codes: string[]) => {
    setCodes(codes)
    onCodes?.()
  }
  if (secret) return <ScanStep {...secret} onCodes={showCodes} />
  return confirmedPassword === null ? <PasswordStep onSecret={setSecret} /> : <SkeletonRows rows={4} avatar={false} />
}

function PasswordStep({ onSecret }: { onSecret: (secret: { key: string; uri: string }) => void }) {
  const { t } = useTranslation()
  const form = useForm(() => createForm({ password: '' }, { password: [required] }, { ERR_WRONG_PASSWORD: 'password' }))
  return (
    <Form
      form={form}
      send={async ({ password }) => onSecret(await startEnrolment(password))}
      className="flex flex-col items-start gap-4"
    >
      <PasswordField
        field={form.field('password')}
        label={t('twoStep.confirmPassword')}
        autoComplete="current-password"
        autoFocus
        className="w-full"
      />
      <SubmitButton of={form}>{t('twoStep.next')}</SubmitButton>
    </Form>
  )
}

function ScanStep({ uri, ...rest }: { key?: string; uri: string; onCodes: (codes: string[]) => void }) {
  const { t } = useTranslation()
  const form = useForm(() => createForm({ code: '' }, { code: [required] }, { ERR_SECOND_FACTOR_CODE: 'code' }))
  const key = new URL(uri).searchParams.get('secret') ?? ''
  return (
    <Form
      form={form}
      send={async ({ code }) => rest.onCodes(await confirmCode(code))}
      className="flex flex-col items-start gap-4"
    >
      <p>{t('twoStep.scan')}</p>
      <div className="flex w-full justify-center">
        <QrCode text={uri} label={t('twoStep.qr')} maxWidth={240} />
      </div>
      <div>
        <p className="text-muted text-sm">{t('twoStep.typeKey')}</p>
        <button
          type="button"
          aria-label={t('twoStep.copyKey')}
          onClick={() => void copyText(key)}
          className="min-h-control text-balance rounded-sm text-left font-mono underline decoration-dotted underline-offset-4"
        >
          {key.replace(/(.{4})(?=.)/g, '$1 ')}
        </button>
      </div>
      <CodeField field={form.field('code')} hint={t('twoStep.codeHint')} />
      <SubmitButton of={form}>{t('twoStep.confirm')}</SubmitButton>
    </Form>
  )
}
