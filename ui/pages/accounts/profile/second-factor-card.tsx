import { useState } from 'react'
import { Badge } from '../../../components/badge'
import { Button } from '../../../components/button'
import { CodeField } from '../../../components/code-field'
import { Dialog } from '../../../components/dialog'
import { FormDialog } from '../../../components/form-dialog'
import { PasswordField } from '../../../components/password-field'
import { createForm, required, useForm } from '../../../lib/form'
import { updateMe, useMe } from '../../../lib/session'
import { toastError, toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { Enrolment } from './enrolment'
import { factors, loadFactors } from './factors'
import { ProfileSection } from './profile-section'
import { RecoveryCodes } from './recovery-codes'
import { disableSecondFactor, renewRecoveryCodes } from './second-factor'

type OpenDialog = 'on' | 'off' | 'codes' | null

export function SecondFactorCard() {
  const { t } = useTranslation()
  const { secondFactor, secondFactorRequired } = useMe()
  const [open, setOpen] = useState<OpenDialog>(null)
  const hasApp = useValue(factors)?.app ?? false
  const close = () => setOpen(null)
  const done = () => {
    updateMe({ secondFactor: true, mustEnrol: false })
    toastSuccess(t('twoStep.on'))
    void loadFactors().catch(toastError)
    close()
  }
  return (
    <ProfileSection title={t('twoStep.title')} lead={t('twoStep.lead')}>
      <p className="mb-3 flex flex-wrap items-center gap-2">
        <Badge tone={secondFactor ? 'good' : 'neutral'}>{secondFactor ? t('twoStep.isOn') : t('twoStep.isOff')}</Badge>
        {secondFactorRequired && <span className="text-muted text-sm">{t('twoStep.enforced')}</span>}
      </p>
      <Actions onOpen={setOpen} />
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
          hasApp
        />
      )}
      {open === 'codes' && <NewCodes hasApp={hasApp} onClose={close} />}
    </ProfileSection>
  )
}

/** Buttons of what the user may change; none until the factors are loaded. */
function Actions({ onOpen }: { onOpen: (dialog: OpenDialog) => void }) {
  const { t } = useTranslation()
  const { secondFactor, secondFactorRequired } = useMe()
  const loaded = useValue(factors)
  if (!loaded) return <div className="h-control" />
  const { app, passkeys } = loaded
  return (
    <div className="flex flex-wrap gap-2">
      {!app && (
        <Button variant={secondFactor ? 'secondary' : 'primary'} onClick={() => onOpen('on')}>
          {secondFactor ? t('twoStep.addApp') : t('twoStep.turnOn')}
        </Button>
      )}
      {secondFactor && <Button onClick={() => onOpen('codes')}>{t('twoStep.newCodes')}</Button>}
      {app && (!secondFactorRequired || passkeys.length > 0) && (
        <Button onClick={() => onOpen('off')}>{t('twoStep.turnOff')}</Button>
      )}
    </div>
  )
}

function NewCodes({ hasApp, onClose }: { hasApp: boolean; onClose: () => void }) {
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
      hasApp={hasApp}
      staysOpen
    />
  )
}

interface Proof {
  password: string
  /** Absent for a user without an authenticator app. */
  code?: string
}
interface ProofProps {
  title: string
  text?: string
  action: string
  send: (proof: Proof) => Promise<unknown>
  onClose: () => void
  hasApp: boolean
  /** Keeps the dialog open because another step follows. */
  staysOpen?: true
}

/** Asks for password and code again, because an unlocked screen may be used by someone else. */
function ProofDialog({ title, text, action, send, onClose, hasApp, staysOpen }: ProofProps) {
  const { t } = useTranslation()
  const form = useForm(() =>
    createForm(
      { password: '', code: '' },
      { password: [required], code: hasApp ? [required] : [] },
      { ERR_WRONG_PASSWORD: 'password', ERR_SECOND_FACTOR_CODE: 'code' },
    ),
  )
  const submit = async ({ password, code }: { password: string; code: string }) => {
    await send({ password, ...(hasApp && { code }) })
    if (!staysOpen) onClose()
  }
  return (
    <FormDialog form={form} send={submit} title={title} onClose={onClose} size="sm" action={action}>
      {text && <p className="text-muted">{text}</p>}
      <PasswordField field={form.field('password')} label={t('twoStep.password')} autoComplete="current-password" />
      {hasApp && <CodeField field={form.field('code')} hint={t('twoStep.codeOrRecovery')} autoFocus={false} />}
    </FormDialog>
  )
}
