import { KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Passkey } from '../../../../src/features/accounts/passkeys/model'
import { limits } from '../../../../src/shared/limits'
import { Alert } from '../../../components/alert'
import { Button } from '../../../components/button'
import { Dialog } from '../../../components/dialog'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { IconButton } from '../../../components/icon-button'
import { PasswordField } from '../../../components/password-field'
import { createForm, length, required, useForm } from '../../../lib/form'
import { passkeyObstacle } from '../../../lib/passkeys'
import { updateMe } from '../../../lib/session'
import { formatDateTime } from '../../../lib/time'
import { toastError, toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { factors, loadFactors, removePasskey, renamePasskey } from './factors'
import { NewPasskey } from './new-passkey'
import { ProfileSection } from './profile-section'

/** Passkeys of the user, with the reason where this page cannot use them. */
export function PasskeysCard() {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const passkeys = useValue(factors)?.passkeys ?? []
  const obstacle = passkeyObstacle()
  useEffect(() => {
    loadFactors().catch(toastError)
    return () => {
      factors.value = null // another person may sign in next
    }
  }, [])
  const close = () => {
    setAdding(false)
    void loadFactors().catch(toastError) // the passkey exists already when its recovery codes are on screen
  }
  const done = () => {
    close()
    updateMe({ secondFactor: true })
    toastSuccess(t('passkeys.added'))
  }
  return (
    <ProfileSection title={t('passkeys.title')} lead={t('passkeys.lead')}>
      {passkeys.length > 0 && (
        <ul aria-label={t('passkeys.title')} className="mb-4 divide-y divide-line">
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {obstacle ? (
        <PasskeyObstacle obstacle={obstacle} />
      ) : (
        <Button icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
          {t('passkeys.add')}
        </Button>
      )}
      {isAdding && (
        <Dialog open title={t('passkeys.addTitle')} onClose={close}>
          <NewPasskey onDone={done} />
        </Dialog>
      )}
    </ProfileSection>
  )
}

function PasskeyObstacle({ obstacle }: { obstacle: 'address' | 'browser' }) {
  const { t } = useTranslation()
  return (
    <Alert tone="info">
      {obstacle === 'browser' ? t('passkeys.noBrowser') : t('passkeys.noAddress', { address: location.origin })}
    </Alert>
  )
}

function Row({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'name' | 'remove' | null>(null)
  const { name, createdAt, lastUsedAt, synced, rpId } = passkey
  const facts = [
    t('passkeys.created', { date: formatDateTime(createdAt) }),
    lastUsedAt ? t('passkeys.used', { date: formatDateTime(lastUsedAt) }) : t('passkeys.unused'),
    synced && t('passkeys.synced'),
    rpId !== location.hostname && t('passkeys.elsewhere', { host: rpId }),
  ]
  return (
    <li className="flex items-start gap-3 py-3">
      <KeyRound aria-hidden className="mt-1 size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium">{name}</p>
        <p className="break-words text-muted text-sm tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <IconButton label={t('passkeys.rename', { name })} onClick={() => setOpen('name')}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={t('passkeys.remove', { name })} tone="danger" onClick={() => setOpen('remove')}>
        <Trash2 aria-hidden />
      </IconButton>
      {open === 'name' && <RenameDialog passkey={passkey} onClose={() => setOpen(null)} />}
      {open === 'remove' && <RemoveDialog passkey={passkey} onClose={() => setOpen(null)} />}
    </li>
  )
}

interface DialogProps {
  passkey: Passkey
  onClose: () => void
}

function RenameDialog({ passkey, onClose }: DialogProps) {
  const { t } = useTranslation()
  const form = useForm(() => createForm({ name: passkey.name }, { name: [required, length(limits.passkeyName)] }))
  const send = async ({ name }: { name: string }) => {
    await renamePasskey(passkey, name)
    onClose()
  }
  return (
    <FormDialog form={form} send={send} title={t('passkeys.renameTitle')} onClose={onClose} size="sm">
      <TextField
        field={form.field('name')}
        label={t('passkeys.name')}
        maxLength={limits.passkeyName.max}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  )
}

function RemoveDialog({ passkey, onClose }: DialogProps) {
  const { t } = useTranslation()
  const form = useForm(() => createForm({ password: '' }, { password: [required] }, { ERR_WRONG_PASSWORD: 'password' }))
  const send = async ({ password }: { password: string }) => {
    await removePasskey(passkey, password)
    onClose()
  }
  return (
    <FormDialog
      form={form}
      send={send}
      title={t('passkeys.removeTitle', { name: passkey.name })}
      onClose={onClose}
      size="sm"
      action={t('common.delete')}
    >
      <p className="text-muted">{t('passkeys.removeText')}</p>
      <PasswordField
        field={form.field('password')}
        label={t('twoStep.password')}
        autoComplete="current-password"
        autoFocus
      />
    </FormDialog>
  )
}
