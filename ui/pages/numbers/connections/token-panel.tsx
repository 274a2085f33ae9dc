import { Eye, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '../../../components/alert'
import { Button } from '../../../components/button'
import { confirm } from '../../../components/confirm'
import { CopyableText } from '../../../components/copyable-text'
import { api, unwrapResponse } from '../../../lib/api'
import { toastError, toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'

/** Token of the messages API, shown only on request: its holder can send messages as this number. */
export function TokenPanel({ id }: { id: number }) {
  const { t } = useTranslation()
  const [token, setToken] = useState('')
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<{ token: string }>) => {
    setBusy(true)
    try {
      setToken((await work()).token)
      return true
    } catch (failure) {
      toastError(failure)
      return false
    } finally {
      setBusy(false)
    }
  }
  const rotate = async () => {
    const isConfirmed = await confirm({
      title: t('connections.rotateTitle'),
      text: t('connections.rotateText'),
      action: t('connections.rotate'),
      danger: true,
    })
    if (isConfirmed && (await run(() => unwrapResponse(api.whatsapp({ id }).token.post()))))
      toastSuccess(t('connections.rotated'))
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{t('connections.tokenLead')}</p>
      <Alert tone="warn">{t('connections.tokenWarning')}</Alert>
      {token && (
        <CopyableText
          text={token}
          label={t('connections.token')}
          copyLabel={t('connections.copyToken')}
          copiedToast={t('connections.tokenCopied')}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {!token && (
          <Button
            busy={busy}
            icon={<Eye aria-hidden />}
            onClick={() => void run(() => unwrapResponse(api.whatsapp({ id }).token.get()))}
          >
            {t('connections.showToken')}
          </Button>
        )}
        <Button busy={busy && token !== ''} icon={<RefreshCw aria-hidden />} onClick={() => void rotate()}>
          {t('connections.rotate')}
        </Button>
      </div>
    </div>
  )
}
