import { CircleCheck, CircleDashed, CircleX, type LucideIcon, QrCode, RefreshCw, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '../../../src/features/connections/model'
import type { ConnectionStatus } from '../../../src/shared/enums'
import { classes } from '../../lib/classes'

const looks: Record<ConnectionStatus, [LucideIcon, className: string]> = {
  CONNECTED: [CircleCheck, 'text-good'],
  qrcode: [QrCode, 'text-warn'],
  PAIRING: [RefreshCw, 'text-info'],
  OPENING: [CircleDashed, 'text-info'],
  TIMEOUT: [TriangleAlert, 'text-warn'],
  DISCONNECTED: [CircleX, 'text-danger-ink'],
}

/** The state in words with an icon, and below it why it is so and the one next step. */
export function Status({ connection: { status, reason, retries } }: { connection: Connection }) {
  const { t } = useTranslation()
  const [Icon, className] = looks[status]
  const explained = status !== 'CONNECTED' && status !== 'PAIRING'
  return (
    <div>
      <p className={classes('flex items-center gap-2 font-medium', className)}>
        <Icon aria-hidden className="size-4 shrink-0" />
        {t(`connections.status.${status}`)}
      </p>
      {explained && (
        <p className="mt-0.5 text-muted text-sm">
          {t(`connections.reason.${reason}`)}
          {retries > 1 && status === 'OPENING' && ` (${t('connections.retries', { count: retries })})`}
        </p>
      )}
    </div>
  )
}
