import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { Connection } from '../../../../src/features/numbers/connections/model'
import { Alert } from '../../../components/alert'
import { Button } from '../../../components/button'
import { Dialog } from '../../../components/dialog'
import { QrCode } from '../../../components/qr-code'
import { Skeleton } from '../../../components/skeleton'
import { connections } from '../../../lib/connections'
import { useList } from '../../../lib/list'
import { showNumber } from '../../../lib/phone'
import { useTranslation } from '../../../lib/use-translation'
import { PairingCode } from './pairing-code'
import { requestQr } from './session-requests'
import { Steps } from './steps'

/** Links a phone by QR code or pairing code, until the connection is established. */
export function QrDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation()
  const connection = useList(connections).rows.find((row) => row.id === id)
  // The connection was deleted meanwhile.
  if (!connection) return null
  const done = connection.status === 'CONNECTED'
  return (
    <Dialog
      open
      size="lg"
      title={t('connections.qrTitle', { name: connection.name })}
      onClose={onClose}
      footer={
        done && (
          <Button data-autofocus variant="primary" onClick={onClose}>
            {t('connections.qrClose')}
          </Button>
        )
      }
    >
      {done ? <LinkedNotice connection={connection} /> : <Linking connection={connection} />}
    </Dialog>
  )
}

function LinkedNotice({ connection: { number } }: { connection: Connection }) {
  const { t } = useTranslation()
  return (
    <div role="status" className="enter flex flex-col items-center gap-3 py-8 text-center">
      <CircleCheck aria-hidden className="size-16 text-good" strokeWidth={1.5} />
      <p className="font-semibold text-xl">{t('connections.qrDone')}</p>
      <p className="max-w-sm text-muted">
        {number ? t('connections.qrDoneText', { number: showNumber(number) }) : t('connections.qrDoneTextNoNumber')}
      </p>
    </div>
  )
}

function Linking({ connection }: { connection: Connection }) {
  const { t } = useTranslation()
  const [typing, setTyping] = useState(connection.pairingCode !== '')
  return (
    <div>
      {typing ? <PairingCode connection={connection} /> : <QrLinking connection={connection} />}
      {/* The method can no longer be changed once a code was issued or the phone has answered. */}
      {connection.status !== 'PAIRING' && (
        <div className="mt-4 border-line border-t pt-3">
          <Button size="sm" onClick={() => setTyping(!typing)}>
            {typing ? t('connections.useQr') : t('connections.usePairingCode')}
          </Button>
        </div>
      )}
    </div>
  )
}

function QrLinking({ connection }: { connection: Connection }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col items-center gap-6 md:flex-row md:items-start">
      <div className="flex w-full max-w-80 shrink-0 flex-col gap-2">
        <QrArea connection={connection} />
      </div>
      <div className="w-full min-w-0 flex-1">
        <Steps steps={t('connections.qrSteps', { returnObjects: true })} />
        <p className="mt-4 text-faint text-sm">{t('connections.qrRenews')}</p>
      </div>
    </div>
  )
}

/** QR code, or the state of the session in its place. */
function QrArea({ connection }: { connection: Connection }) {
  const { t } = useTranslation()
  const { id, name, status, reason, qrcode } = connection
  if (status === 'qrcode' && qrcode)
    return (
      <div className="flex aspect-square w-full items-center justify-center rounded-md border border-line bg-white">
        <QrCode text={qrcode} label={t('connections.qrAlt', { name })} maxWidth={318} />
      </div>
    )
  if (status === 'DISCONNECTED' && reason && reason !== 'notStarted')
    return (
      <>
        <Alert tone="warn">{t(`connections.reason.${reason}`)}</Alert>
        <Button variant="primary" onClick={() => void requestQr(id)}>
          {t('connections.newQr')}
        </Button>
      </>
    )
  return (
    <>
      {status === 'TIMEOUT' && reason && <Alert tone="warn">{t(`connections.reason.${reason}`)}</Alert>}
      <Skeleton className="aspect-square w-full rounded-md!" />
      <p role="status" className="text-center text-muted text-sm">
        {status === 'PAIRING' ? t('connections.qrPairing') : t('connections.qrWaiting')}
      </p>
    </>
  )
}
