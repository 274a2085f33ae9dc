import { QrCode, RotateCw, Unplug } from 'lucide-react'
import { useState } from 'react'
import type { Connection } from '../../../src/features/connections/model'
import { Button } from '../../components/button'
import { useTranslation } from '../../lib/use-translation'
import { askForQr, disconnect, tryAgain } from './session-verbs'

/** What can be done with the session in its present state (specification §4). */
export function SessionActions({ connection, onQr }: { connection: Connection; onQr: (id: number) => void }) {
  const { t } = useTranslation()
  const [busy, run] = useBusy()
  const { id, status } = connection
  const newQr = () => {
    onQr(id)
    return askForQr(id)
  }
  switch (status) {
    case 'qrcode':
      return (
        <Button size="sm" variant="primary" icon={<QrCode aria-hidden />} onClick={() => onQr(id)}>
          {t('connections.showQr')}
        </Button>
      )
    case 'DISCONNECTED':
      return (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" busy={busy} icon={<RotateCw aria-hidden />} onClick={() => run(() => tryAgain(id))}>
            {t('connections.tryAgain')}
          </Button>
          <Button size="sm" icon={<QrCode aria-hidden />} onClick={() => run(newQr)}>
            {t('connections.newQr')}
          </Button>
        </div>
      )
    case 'OPENING':
      return (
        <Button size="sm" disabled>
          {t('connections.connecting')}
        </Button>
      )
    default:
      return (
        <Button size="sm" busy={busy} icon={<Unplug aria-hidden />} onClick={() => run(() => disconnect(connection))}>
          {t('connections.disconnect')}
        </Button>
      )
  }
}

/** True while the work runs; a second press meanwhile does nothing. */
function useBusy(): [boolean, (work: () => Promise<unknown>) => void] {
  const [busy, setBusy] = useState(false)
  return [
    busy,
    (work) => {
      if (busy) return
      setBusy(true)
      void work().finally(() => setBusy(false))
    },
  ]
}
