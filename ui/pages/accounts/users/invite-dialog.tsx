import { useState } from 'react'
import type { CreatedInvitation } from '../../../../src/features/accounts/invitations/model'
import { type Profile, profiles } from '../../../../src/shared/enums'
import { limits } from '../../../../src/shared/limits'
import { Alert } from '../../../components/alert'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { Select } from '../../../components/select'
import { connections } from '../../../lib/connections'
import { createForm, email, length, useForm } from '../../../lib/form'
import { useList } from '../../../lib/list'
import { useQueues } from '../../../lib/queues'
import { seesNobody } from '../../../lib/sees-nobody'
import { system } from '../../../lib/system'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { QueuePicker } from '../../numbers/connections/queue-picker'
import { invite } from './invitations'
import { InviteLink } from './invite-link'

interface Values {
  name: string
  email: string
  profile: string
  queueIds: number[]
}
const empty: Values = { name: '', email: '', profile: 'user', queueIds: [] }

/** Form of an invitation, and then its link. Name and e-mail may stay empty: the invited person types them. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedInvitation | null>(null)
  if (created) return <InviteLink created={created} onClose={onClose} />
  return <InviteForm onCreated={setCreated} onClose={onClose} />
}

const makeForm = () =>
  createForm(empty, { name: [length(limits.name)], email: [email, length(limits.email)] }, { ERR_EMAIL_TAKEN: 'email' })

function InviteForm({ onCreated, onClose }: { onCreated: (made: CreatedInvitation) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(makeForm)
  const mails = useValue(system)?.mail === true
  const profile = useValue(form.field('profile').value) as Profile
  const address = useValue(form.field('email').value).trim()
  const queues = useQueues()
  const queueIds = useValue(form.field('queueIds').value)
  const numbers = useList(connections).rows
  const send = async ({ name, email, queueIds }: Values) =>
    onCreated(
      await invite({
        ...(name.trim() && { name: name.trim() }),
        ...(email.trim() && { email: email.trim() }),
        ...{ profile, queueIds },
      }),
    )
  return (
    <FormDialog
      form={form}
      send={send}
      title={t('invitations.addTitle')}
      onClose={onClose}
      action={t(mails && address ? 'invitations.send' : 'invitations.makeLink')}
    >
      <TextField
        field={form.field('name')}
        label={t('users.name')}
        optional
        maxLength={limits.name.max}
        autoComplete="off"
        autoFocus
      />
      <TextField
        field={form.field('email')}
        label={t('users.email')}
        optional
        hint={t(mails ? 'invitations.emailHint' : 'invitations.noMailHint')}
        type="email"
        inputMode="email"
        autoComplete="off"
      />
      <Select
        field={form.field('profile')}
        label={t('users.profile')}
        hint={t(`users.profileHints.${profile}`)}
        choices={profiles.map((value) => ({ value, label: t(`users.profiles.${value}`) }))}
      />
      <QueuePicker
        field={form.field('queueIds')}
        queues={queues.state === 'ready' || queues.rows.length > 0 ? queues.rows : null}
      />
      {seesNobody({ profile, allTicket: 'desabled', queueIds }, numbers) && (
        <Alert tone="warn">{t('users.seesNobodyHint')}</Alert>
      )}
    </FormDialog>
  )
}
