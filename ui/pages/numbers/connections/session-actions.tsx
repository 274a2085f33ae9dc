import { QrCode, RotateCw, Unplug } from 'lucide-react'
import { useState } from 'react'
import type { Connection } from '../../../../src/features/numbers/connections/model'
import { Button } from '../../../components/button'
import { useTranslation } from '../../../lib/use-translation'
import { confirmEnd, endSession, requestQr, startSession } from './session-requests'

/** Actions available in the session's current state. */
export function SessionActions({ connection, onQr }: { connection: Connection; onQr: (id: number) => void }) {
  const { t } = useTranslation()
  const [busy, run] = useBusy()
  const { id, status } = connection
  const newQr = () => {
    onQr(id)
    return requestQr(id)
  }
  const disconnect = async () => {
    if (await confirmEnd(connection)) run(() => endSession(id))
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
          <Button size="sm" busy={busy} icon={<RotateCw aria-hidden />} onClick={() => run(() => startSession(id))}>
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
        <Button size="sm" busy={busy} icon={<Unplug aria-hidden />} onClick={() => void disconnect()}>
          {t('connections.disconnect')}
        </Button>
      )
  }
}

/** Runs one action at a time; returns whether one is running. */
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
