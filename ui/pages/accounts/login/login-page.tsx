import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Me } from '../../../../src/features/accounts/auth/model'
import { AppError } from '../../../../src/shared/errors'
import { EmailField } from '../../../components/email-field'
import { Form, SubmitButton } from '../../../components/form'
import { PasswordField } from '../../../components/password-field'
import { PublicFrame } from '../../../layout/public-frame'
import { createForm, email, required, useForm } from '../../../lib/form'
import { adoptLanguage, language } from '../../../lib/language'
import { paths } from '../../../lib/paths'
import { login } from '../../../lib/session'
import { system } from '../../../lib/system'
import { preloadAllTexts } from '../../../lib/texts'
import { errorText, warnOfDueDate } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { PasskeyButton } from './passkey-button'
import { SecondStep } from './second-step'
import { SessionEndNotice, SubscriptionExpired } from './session-end-notice'

export function LoginPage() {
  const { t } = useTranslation()
  const form = useForm(() =>
    createForm({ email: '', password: '' }, { email: [required, email], password: [required] }),
  )
  const failure = useValue(form.failure)
  const installation = useValue(system)
  usePreload()

  const [secondStep, setSecondStep] = useState<{ challenge: string; hasPasskey: boolean } | null>(null)
  const send = async (values: { email: string; password: string }) => {
    const user = await login(values.email.trim(), values.password).catch((refusal) => {
      if (refusal instanceof AppError && refusal.code === 'ERR_SECOND_FACTOR')
        return setSecondStep(secondStepOf(refusal))
      throw refusal
    })
    if (user) await welcome(user)
  }
  if (secondStep) return <SecondStep {...secondStep} onIn={welcome} onBack={() => setSecondStep(null)} />
  const expired = failure?.code === 'ERR_SUBSCRIPTION_EXPIRED'
  return (
    <PublicFrame title={t('auth.loginTitle')} lead={t('auth.loginLead')}>
      <Form form={form} send={send} failureText={loginFailure} hideFailure={expired} className="flex flex-col gap-4">
        {expired ? (
          <SubscriptionExpired dueDate={String(failure.detail.dueDate ?? '')} />
        ) : (
          !failure && <SessionEndNotice />
        )}
        <EmailField field={form.field('email')} autoFocus />
        <PasswordField field={form.field('password')} label={t('auth.password')} autoComplete="current-password" />
        <SubmitButton of={form}>{t('auth.login')}</SubmitButton>
        <PasskeyButton form={form} onIn={welcome} />
        <p className="text-center">
          <Link href={paths.forgetpsw} className="font-medium text-accent-ink underline underline-offset-2">
            {t('forgotten.link')}
          </Link>
        </p>
      </Form>
      {installation?.signup && (
        <p className="mt-6 text-center text-muted">
          {t('auth.noAccount')}{' '}
          <Link href={paths.signup} className="font-medium text-accent-ink underline underline-offset-2">
            {t('auth.toSignup')}
          </Link>
        </p>
      )}
    </PublicFrame>
  )
}

const secondStepOf = ({ detail }: AppError) => ({
  challenge: String(detail.challenge),
  hasPasskey: detail.passkey === true,
})

async function welcome({ company, language }: Me) {
  warnOfDueDate(company)
  await adoptLanguage(language)
}

const loginFailure = (failure: unknown) =>
  failure instanceof AppError && failure.code === 'ERR_VALIDATION'
    ? errorText(new AppError('ERR_INVALID_CREDENTIALS'))
    : errorText(failure)

/** Preloads the shell and all texts while the user types. */
function usePreload() {
  useEffect(() => {
    const timer = setTimeout(() => {
      import('../../../layout/private-screens').catch(() => undefined)
      preloadAllTexts(language.peek())
    }, 1000)
    return () => clearTimeout(timer)
  }, [])
}
