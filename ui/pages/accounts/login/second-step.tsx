import { Button } from '../../../components/button'
import { CodeField } from '../../../components/code-field'
import { Form, SubmitButton } from '../../../components/form'
import { PublicFrame } from '../../../layout/public-frame'
import { createForm, required, useForm } from '../../../lib/form'
import { completeLogin } from '../../../lib/session'
import { useTranslation } from '../../../lib/use-translation'
import { PasskeyButton } from './passkey-button'

interface SecondStepProps {
  challenge: string
  /** True when the account has a passkey. */
  hasPasskey: boolean
  onIn: (user: Awaited<ReturnType<typeof completeLogin>>) => Promise<void>
  onBack: () => void
}

/** Second factor of a login: a passkey, a code of the authenticator app, or a recovery code. */
export function SecondStep({ challenge, hasPasskey, onIn, onBack }: SecondStepProps) {
  const { t } = useTranslation()
  const form = useForm(() => createForm({ code: '' }, { code: [required] }, { ERR_SECOND_FACTOR_CODE: 'code' }))
  const send = async ({ code }: { code: string }) => onIn(await completeLogin(challenge, code.trim()))
  return (
    <PublicFrame
      title={t('twoStep.loginTitle')}
      lead={hasPasskey ? t('twoStep.loginLeadPasskey') : t('twoStep.loginLead')}
    >
      <Form form={form} send={send} className="flex flex-col gap-4">
        <CodeField field={form.field('code')} hint={t('twoStep.codeOrRecovery')} />
        <SubmitButton of={form}>{t('twoStep.login')}</SubmitButton>
        {hasPasskey && <PasskeyButton form={form} challenge={challenge} onIn={onIn} />}
        <Button variant="quiet" onClick={onBack}>
          {t('twoStep.back')}
        </Button>
      </Form>
      <p className="mt-4 text-muted text-sm">{t('twoStep.lost')}</p>
    </PublicFrame>
  )
}
