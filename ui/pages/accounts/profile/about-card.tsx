import type { User } from '../../../../src/features/accounts/users/model'
import { type Language, languages } from '../../../../src/shared/enums'
import { limits, undoChoices } from '../../../../src/shared/limits'
import { TextField } from '../../../components/field'
import { PageForm } from '../../../components/page-form'
import { PasswordField } from '../../../components/password-field'
import { Select } from '../../../components/select'
import { api, unwrapResponse } from '../../../lib/api'
import { createForm, email, length, required, useForm } from '../../../lib/form'
import { chooseLanguage, language } from '../../../lib/language'
import { languageNames } from '../../../lib/language-names'
import { updateMe, useMe } from '../../../lib/session'
import { toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { ProfileSection } from './profile-section'

interface Values {
  name: string
  email: string
  language: string
  undoSeconds: string
  currentPassword: string
}

/** Name, e-mail, language and the undo time of sent messages. A new e-mail needs the password. */
export function AboutCard() {
  const { t } = useTranslation()
  const me = useMe()
  const form = useForm(() =>
    createForm<Values>(
      {
        name: me.name,
        email: me.email,
        language: language.peek(),
        undoSeconds: String(me.undoSeconds),
        currentPassword: '',
      },
      { name: [required, length(limits.name)], email: [required, email, length(limits.email)] },
      { ERR_EMAIL_TAKEN: 'email', ERR_WRONG_PASSWORD: 'currentPassword' },
    ),
  )
  const hasNewEmail = useValue(form.field('email').value).trim().toLowerCase() !== me.email
  const send = async (values: Values) => {
    const saved = await saveAbout(me.id, values, hasNewEmail)
    if (values.language !== language.peek()) await chooseLanguage(values.language as Language)
    updateMe(saved)
    form.receive({ ...values, name: saved.name, email: saved.email, currentPassword: '' })
    toastSuccess(t('profile.saved'))
  }
  return (
    <ProfileSection title={t('profile.about')}>
      <PageForm name="profile" form={form} send={send} className="flex flex-col items-start gap-4">
        <TextField
          field={form.field('name')}
          label={t('users.name')}
          maxLength={limits.name.max}
          autoComplete="name"
          className="w-full"
        />
        <TextField
          field={form.field('email')}
          label={t('users.email')}
          hint={t('profile.emailHint')}
          type="email"
          inputMode="email"
          autoComplete="email"
          className="w-full"
        />
        {hasNewEmail && (
          <PasswordField
            field={form.field('currentPassword')}
            label={t('profile.currentPassword')}
            hint={t('profile.currentPasswordHint')}
            autoComplete="current-password"
            className="w-full"
          />
        )}
        <div className="grid w-full gap-4 sm:grid-cols-2">
          <Select
            field={form.field('language')}
            label={t('users.language')}
            choices={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
          <Select
            field={form.field('undoSeconds')}
            label={t('profile.undo')}
            choices={undoChoices.map((seconds) => ({
              value: String(seconds),
              label: seconds === 0 ? t('profile.undoNone') : t('profile.undoSeconds', { count: seconds }),
            }))}
          />
        </div>
      </PageForm>
    </ProfileSection>
  )
}

const saveAbout = (id: number, { name, email, undoSeconds, currentPassword }: Values, hasNewEmail: boolean) =>
  unwrapResponse<User>(
    api.users({ id }).put({
      name: name.trim(),
      undoSeconds: Number(undoSeconds) as (typeof undoChoices)[number],
      ...(hasNewEmail ? { email: email.trim(), currentPassword } : {}),
    }),
  )
