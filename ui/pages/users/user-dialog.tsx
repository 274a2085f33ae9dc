import { useEffect } from 'react'
import type { User } from '../../../src/features/users/model'
import { type Language, languages, type Profile, profiles } from '../../../src/shared/enums'
import { limits } from '../../../src/shared/limits'
import { TextField } from '../../components/field'
import { FormDialog } from '../../components/form-dialog'
import { PasswordField } from '../../components/password-field'
import { Select } from '../../components/select'
import { SwitchField } from '../../components/switch-field'
import { connections } from '../../lib/connections'
import { createForm, email, type Field, length, required, useForm } from '../../lib/form'
import { languageNames } from '../../lib/language-names'
import { useList } from '../../lib/list'
import { useQueues } from '../../lib/queues'
import { useMe } from '../../lib/session'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'
import { QueuePicker } from '../connections/queue-picker'
import { save } from './store'

interface Values {
  name: string
  email: string
  password: string
  profile: string
  queueIds: number[]
  whatsappId: string
  allTicket: boolean
  language: string
}

const makeForm = (user: User | null) =>
  createForm<Values>(
    {
      name: user?.name ?? '',
      email: user?.email ?? '',
      password: '',
      profile: user?.profile ?? 'user',
      queueIds: user?.queues.map(({ id }) => id) ?? [],
      whatsappId: user?.whatsappId ? String(user.whatsappId) : 'none',
      allTicket: user?.allTicket === 'enabled',
      language: user?.language ?? 'none',
    },
    {
      name: [required, length(limits.name)],
      email: [required, email, length(limits.email)],
      password: user ? [length(passwordOf(user))] : [required, length(limits.password)],
    },
    { ERR_EMAIL_TAKEN: 'email', ERR_WEAK_PASSWORD: 'password', ERR_LAST_ADMIN: 'profile' },
  )

const passwordOf = (user: User | null) =>
  user?.super ? { min: limits.password.superMin, max: limits.password.max } : limits.password

/** What the server is told: absent is left alone. */
const inputOf = ({ password, whatsappId, allTicket, language, profile, ...rest }: Values) => ({
  ...rest,
  name: rest.name.trim(),
  email: rest.email.trim(),
  profile: profile as Profile,
  allTicket: allTicket ? ('enabled' as const) : ('desabled' as const),
  whatsappId: whatsappId === 'none' ? null : Number(whatsappId),
  language: language === 'none' ? null : (language as Language),
  password,
})

/** The form of a person, or of a new one. One's own e-mail and password are on the page of the profile. */
export function UserDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() => makeForm(user))
  const isSelf = useMe().id === user?.id
  const send = async (values: Values) => {
    const { password, ...input } = inputOf(values)
    await save(user, (password ? { ...input, password } : input) as Parameters<typeof save>[1])
    onClose()
  }
  return (
    <FormDialog
      form={form}
      send={send}
      title={user ? t('users.editTitle') : t('users.addTitle')}
      onClose={onClose}
      action={user ? t('common.save') : t('users.create')}
    >
      <TextField
        field={form.field('name')}
        label={t('users.name')}
        maxLength={limits.name.max}
        autoComplete="off"
        autoFocus
      />
      {isSelf ? (
        <p className="text-muted text-sm">{t('users.ownHint')}</p>
      ) : (
        <>
          <TextField
            field={form.field('email')}
            label={t('users.email')}
            type="email"
            inputMode="email"
            autoComplete="off"
          />
          <PasswordField
            field={form.field('password')}
            label={user ? t('users.newPassword') : t('users.password')}
            hint={user ? t('users.newPasswordHint') : t('users.passwordHint', limits.password)}
            optional={user !== null}
            autoComplete="new-password"
          />
        </>
      )}
      <Rights
        profile={form.field('profile')}
        queueIds={form.field('queueIds')}
        whatsappId={form.field('whatsappId')}
        allTicket={form.field('allTicket')}
      />
      <Select
        field={form.field('language')}
        label={t('users.language')}
        choices={[
          { value: 'none', label: t('users.noLanguage') },
          ...languages.map((value) => ({ value, label: languageNames[value] })),
        ]}
      />
    </FormDialog>
  )
}

interface RightsProps {
  profile: Field<string>
  queueIds: Field<number[]>
  whatsappId: Field<string>
  allTicket: Field<boolean>
}

function Rights({ profile, queueIds, whatsappId, allTicket }: RightsProps) {
  const { t } = useTranslation()
  const chosen = useValue(profile.value) as Profile
  const queues = useQueues()
  const numbers = useList(connections).rows
  useEffect(() => {
    if (connections.state.peek() === 'idle') void connections.more()
  }, [])
  return (
    <>
      <Select
        field={profile}
        label={t('users.profile')}
        hint={t(`users.profileHints.${chosen}`)}
        choices={profiles.map((value) => ({ value, label: t(`users.profiles.${value}`) }))}
      />
      <QueuePicker field={queueIds} queues={queues.state === 'ready' ? queues.rows : null} />
      <Select
        field={whatsappId}
        label={t('users.connection')}
        choices={[
          { value: 'none', label: t('users.noConnection') },
          ...numbers.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <SwitchField field={allTicket} label={t('users.allTicket')} hint={t('users.allTicketHint')} />
    </>
  )
}
