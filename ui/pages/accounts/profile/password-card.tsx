import type { User } from '../../../../src/features/accounts/users/model'
import { Form, SubmitButton } from '../../../components/form'
import { PasswordField } from '../../../components/password-field'
import { api, unwrapResponse } from '../../../lib/api'
import { createForm, required, useForm } from '../../../lib/form'
import { newPasswordLength, passwordBounds } from '../../../lib/password-bounds'
import { useMe } from '../../../lib/session'
import { toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { ProfileSection } from './profile-section'

const empty = { currentPassword: '', password: '' }

export function PasswordCard() {
  const { t } = useTranslation()
  const me = useMe()
  const person = { isSuper: me.super }
  const form = useForm(() =>
    createForm(
      empty,
      { currentPassword: [required], password: [required, newPasswordLength(person)] },
      { ERR_WRONG_PASSWORD: 'currentPassword', ERR_WEAK_PASSWORD: 'password' },
    ),
  )
  const send = async (values: typeof empty) => {
    await unwrapResponse<User>(api.users({ id: me.id }).put(values))
    form.receive(empty)
    toastSuccess(t('profile.passwordChanged'))
  }
  return (
    <ProfileSection title={t('profile.password')}>
      <Form form={form} send={send} className="flex flex-col items-start gap-4">
        {/* Tells password managers which account the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
        <div className="grid w-full gap-4 sm:grid-cols-2">
          <PasswordField
            field={form.field('currentPassword')}
            label={t('profile.currentPassword')}
            autoComplete="current-password"
          />
          <PasswordField
            field={form.field('password')}
            label={t('profile.newPassword')}
            hint={t('auth.passwordHint', passwordBounds(person))}
            autoComplete="new-password"
          />
        </div>
        <SubmitButton of={form}>{t('profile.changePassword')}</SubmitButton>
      </Form>
    </ProfileSection>
  )
}
