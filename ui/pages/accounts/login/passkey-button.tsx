import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button'
import { asFailure } from '../../../lib/failure'
import type { Form } from '../../../lib/form'
import { passkeyObstacle } from '../../../lib/passkeys'
import { loginWithPasskey } from '../../../lib/session'
import { useTranslation } from '../../../lib/use-translation'

interface PasskeyButtonProps<V extends object> {
  /** Form that shows a failure. */
  form: Form<V>
  /** Challenge of a correct password, when the passkey is the second step. */
  challenge?: string
  onIn: (user: Awaited<ReturnType<typeof loginWithPasskey>>) => Promise<void>
}

/** Button that signs in with a passkey; nothing where the browser has none. */
export function PasskeyButton<V extends object>({ form, challenge, onIn }: PasskeyButtonProps<V>) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  if (passkeyObstacle()) return null
  const signIn = async () => {
    setBusy(true)
    form.failure.value = null
    try {
      await onIn(await loginWithPasskey(challenge))
    } catch (thrown) {
      form.failure.value = asFailure(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<KeyRound aria-hidden />} busy={busy} onClick={() => void signIn()}>
      {t('passkeys.login')}
    </Button>
  )
}
