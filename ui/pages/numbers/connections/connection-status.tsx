import { CircleCheck, CircleDashed, CircleX, type LucideIcon, QrCode, RefreshCw, TriangleAlert } from 'lucide-react'
import type { Connection } from '../../../../src/features/numbers/connections/model'
import type { ConnectionStatus } from '../../../../src/shared/enums'
import { classes } from '../../../lib/classes'
import { useTranslation } from '../../../lib/use-translation'
import { showCode } from './pairing-code'

const statusStyles: Record<ConnectionStatus, [LucideIcon, className: string]> = {
  CONNECTED: [CircleCheck, 'text-good'],
  qrcode: [QrCode, 'text-warn'],
  PAIRING: [RefreshCw, 'text-info'],
  OPENING: [CircleDashed, 'text-info'],
  TIMEOUT: [TriangleAlert, 'text-warn'],
  DISCONNECTED: [CircleX, 'text-danger-ink'],
}

/** State of a connection with its reason and next step. */
export function Status({ connection }: { connection: Connection }) {
  const { t } = useTranslation()
  const { status, retries } = connection
  const [Icon, className] = statusStyles[status]
  const why = useStatusReason(connection)
  return (
    <div>
      <p className={classes('flex items-start gap-2 font-medium', className)}>
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        {t(`connections.status.${status}`)}
      </p>
      {why && (
        <p className="mt-0.5 text-muted text-sm">
          {why}
          {retries > 1 && status === 'OPENING' && ` (${t('connections.retries', { count: retries })})`}
        </p>
      )}
    </div>
  )
}

function useStatusReason({ status, reason, pairingCode }: Connection): string | null {
  const { t } = useTranslation()
  if (status !== 'PAIRING') return reason && t(`connections.reason.${reason}`)
  return pairingCode ? t('connections.typeCode', { code: showCode(pairingCode) }) : null
}
