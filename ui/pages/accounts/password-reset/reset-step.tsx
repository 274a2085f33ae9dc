import { useLocation } from 'wouter'
import { limits } from '../../../../src/shared/limits'
import { isStrong } from '../../../../src/shared/passwords'
import { Alert } from '../../../components/alert'
import { Button } from '../../../components/button'
import { TextField } from '../../../components/field'
import { Form, SubmitButton } from '../../../components/form'
import { PasswordField } from '../../../components/password-field'
import { publicApi, unwrapResponse } from '../../../lib/api'
import { createForm, type Rule, required, useForm } from '../../../lib/form'
import { newPasswordLength, passwordBounds } from '../../../lib/password-bounds'
import { paths } from '../../../lib/paths'
import { storeLoginNotice } from '../../../lib/session-end'
import { useTranslation } from '../../../lib/use-translation'

const strongPassword: Rule<string> = (value) => (value === '' || isStrong(value) ? null : { code: 'strong' })

/** Creates the form. `matchesPassword` reads the password field, which exists only after the form was created. */
const makeForm = () => {
  let currentPassword = () => ''
  const matchesPassword: Rule<string> = (value) => (value === currentPassword() ? null : { code: 'different' })
  const form = createForm(
    { token: '', password: '', confirmation: '' },
    {
      token: [required],
      password: [required, newPasswordLength(limits.resetPassword), strongPassword],
      confirmation: [required, matchesPassword],
    },
    { ERR_RESET_CODE: 'token', ERR_WEAK_PASSWORD: 'password' },
  )
  currentPassword = () => form.field('password').value.value
  return form
}

/** Step two: mailed code and new password, twice. */
export function ResetStep({ email, onBack }: { email: string; onBack: () => void }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const form = useForm(makeForm)
  const send = async ({ token, password }: { token: string; password: string }) => {
    await unwrapResponse(publicApi.resetpasswords.post({ email, token, password }))
    storeLoginNotice({ kind: 'newPassword' })
    navigate(paths.login)
  }
  return (
    <Form form={form} send={send} className="flex flex-col gap-4">
      <Alert tone="good">{t('forgotten.sent', { email, interpolation: { escapeValue: false } })}</Alert>
      <TextField
        field={form.field('token')}
        label={t('forgotten.code')}
        autoComplete="one-time-code"
        mask={(typed) => typed.toUpperCase().slice(0, limits.resetCode.max)}
        autoFocus
      />
      <PasswordField
        field={form.field('password')}
        label={t('forgotten.password')}
        hint={t('forgotten.passwordHint', passwordBounds(limits.resetPassword))}
        autoComplete="new-password"
      />
      <PasswordField
        field={form.field('confirmation')}
        label={t('forgotten.confirmation')}
        autoComplete="new-password"
      />
      <SubmitButton of={form}>{t('forgotten.save')}</SubmitButton>
      <Button variant="quiet" onClick={onBack}>
        {t('forgotten.again')}
      </Button>
    </Form>
  )
}
