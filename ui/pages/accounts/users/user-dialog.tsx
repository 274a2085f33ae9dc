import { useEffect } from 'react'
import type { User } from '../../../../src/features/accounts/users/model'
import { languages, type Profile, profiles } from '../../../../src/shared/enums'
import { limits } from '../../../../src/shared/limits'
import { Alert } from '../../../components/alert'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { PasswordField } from '../../../components/password-field'
import { Select } from '../../../components/select'
import { SwitchField } from '../../../components/switch-field'
import { connections } from '../../../lib/connections'
import { type Field, type Form, useForm } from '../../../lib/form'
import { languageNames } from '../../../lib/language-names'
import { useList } from '../../../lib/list'
import { passwordBounds } from '../../../lib/password-bounds'
import { useQueues } from '../../../lib/queues'
import { seesNobody } from '../../../lib/sees-nobody'
import { useMe } from '../../../lib/session'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { QueuePicker } from '../../numbers/connections/queue-picker'
import { saveUser } from './store'
import { makeForm, userRequests, type Values } from './user-form'

/** Form of a user. Own e-mail and password are changed on the profile page. */
export function UserDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() => makeForm(user))
  const me = useMe()
  const isSelf = me.id === user?.id
  const send = async (values: Values) => {
    await saveUser(user, ...userRequests(user, values))
    onClose()
  }
  return (
    <FormDialog
      isPanel
      form={form}
      send={send}
      title={user ? t('users.editTitle') : t('users.addTitle')}
      onClose={onClose}
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
            problemTexts={{ ERR_EMAIL_TAKEN: t('users.emailTaken') }}
          />
          <Password user={user} form={form} />
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
      {me.super && !isSelf && (
        <SwitchField field={form.field('super')} label={t('users.isSuper')} hint={t('users.superHint')} />
      )}
    </FormDialog>
  )
}

function Password({ user, form }: { user: User | null; form: Form<Values> }) {
  const { t } = useTranslation()
  const isSuper = useValue(form.field('super').value)
  const becomesSuper = isSuper && !user?.super
  const bounds = passwordBounds({ isSuper })
  return (
    <PasswordField
      field={form.field('password')}
      label={user ? t('users.newPassword') : t('users.password')}
      hint={
        becomesSuper
          ? t('users.superPasswordHint', bounds)
          : user
            ? t('users.newPasswordHint')
            : t('users.passwordHint', bounds)
      }
      optional={user !== null && !becomesSuper}
      autoComplete="new-password"
    />
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
  const connectionRows = useList(connections).rows
  const rights = {
    profile: chosen,
    allTicket: useValue(allTicket.value) ? 'enabled' : 'desabled',
    queueIds: useValue(queueIds.value),
  }
  const isBlind = seesNobody(rights, connectionRows)
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
      <QueuePicker field={queueIds} queues={queues.state === 'ready' || queues.rows.length > 0 ? queues.rows : null} />
      {isBlind && <Alert tone="warn">{t('users.seesNobodyHint')}</Alert>}
      <Select
        field={whatsappId}
        label={t('users.connection')}
        choices={[
          { value: 'none', label: t('users.noConnection') },
          ...connectionRows.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <SwitchField field={allTicket} label={t('users.allTicket')} hint={t('users.allTicketHint')} />
    </>
  )
}
