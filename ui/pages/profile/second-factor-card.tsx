import { useState } from 'react'
import { Badge } from '../../components/badge'
import { Button } from '../../components/button'
import { CodeField } from '../../components/code-field'
import { Dialog } from '../../components/dialog'
import { FormDialog } from '../../components/form-dialog'
import { PasswordField } from '../../components/password-field'
import { createForm, required, useForm } from '../../lib/form'
import { updateMe, useMe } from '../../lib/session'
import { toastSuccess } from '../../lib/toast'
import { useTranslation } from '../../lib/use-translation'
import { Enrolment } from './enrolment'
import { ProfileSection } from './profile-section'
import { RecoveryCodes } from './recovery-codes'
import { disableSecondFactor, renewRecoveryCodes } from './second-factor'

type OpenDialog = 'on' | 'off' | 'codes' | null

export function SecondFactorCard() {
  const { t } = useTranslation()
  const { secondFactor } = useMe()
  const [open, setOpen] = useState<OpenDialog>(null)
  const close = () => setOpen(null)
  const done = () => {
    updateMe({ secondFactor: true, mustEnrol: false })
    toastSuccess(t('twoStep.on'))
    close()
  }
  return (
    <ProfileSection title={t('twoStep.title')} lead={t('twoStep.lead')}>
      <p className="mb-3">
        <Badge tone={secondFactor ? 'good' : 'neutral'}>{secondFactor ? t('twoStep.isOn') : t('twoStep.isOff')}</Badge>
      </p>
      <div className="flex flex-wrap gap-2">
        {secondFactor ? (
          <>
            <Button onClick={() => setOpen('codes')}>{t('twoStep.newCodes')}</Button>
            <Button onClick={() => setOpen('off')}>{t('twoStep.turnOff')}</Button>
          </>
        ) : (
          <Button variant="primary" onClick={() => setOpen('on')}>
            {t('twoStep.turnOn')}
          </Button>
        )}
      </div>
      {open === 'on' && (
        <Dialog open title={t('twoStep.title')} onClose={close}>
          <Enrolment onDone={done} />
        </Dialog>
      )}
      {open === 'off' && (
        <ProofDialog
          title={t('twoStep.offTitle')}
          action={t('twoStep.turnOff')}
          send={disableSecondFactor}
          onClose={close}
        />
      )}
      {open === 'codes' && <NewCodes onClose={close} />}
    </ProfileSection>
  )
}

function NewCodes({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [codes, setCodes] = useState<string[] | null>(null)
  const title = t('twoStep.codesTitle')
  if (codes)
    return (
      <Dialog open title={title} onClose={onClose}>
        <RecoveryCodes codes={codes} onStored={onClose} />
      </Dialog>
    )
  const send = async (proof: Proof) => setCodes(await renewRecoveryCodes(proof))
  return (
    <ProofDialog
      title={title}
      text={t('twoStep.codesText')}
      action={t('twoStep.next')}
      send={send}
      onClose={onClose}
      staysOpen
    />
  )
}

interface Proof {
  password: string
  code: string
}
interface ProofProps {
  title: string
  text?: string
  action: string
  send: (proof: Proof) => Promise<unknown>
  onClose: () => void
  /** Keeps the dialog open because another step follows. */
  staysOpen?: true
}

/** Asks for password and code again, because an unlocked screen may be used by someone else. */
function ProofDialog({ title, text, action, send, onClose, staysOpen }: ProofProps) {
  const { t } = useTranslation()
  const form = useForm(() =>
    createForm(
      { password: '', code: '' },
      { password: [required], code: [required] },
      { ERR_WRONG_PASSWORD: 'password', ERR_SECOND_FACTOR_CODE: 'code' },
    ),
  )
  const submit = async (proof: Proof) => {
    await send(proof)
    if (!staysOpen) onClose()
  }
  return (
    <FormDialog form={form} send={submit} title={title} onClose={onClose} size="sm" action={action}>
      {text && <p className="text-muted">{text}</p>}
      <PasswordField field={form.field('password')} label={t('twoStep.password')} autoComplete="current-password" />
      <CodeField field={form.field('code')} hint={t('twoStep.codeOrRecovery')} autoFocus={false} />
    </FormDialog>
  )
}
