import { RotateCcw, Send } from 'lucide-react'
import { useId, useState } from 'react'
import type { DeliveryState } from '../../src/shared/deliveries'
import { Button } from '../components/button'
import { Dialog } from '../components/dialog'
import { ErrorState } from '../components/error-state'
import { SkeletonRows } from '../components/skeleton'
import { Tabs, tabPanelProps } from '../components/tabs'
import { useTranslation } from '../lib/use-translation'
import { DeliveryRow } from './delivery-row'
import { type DeliveryReceiver, repeatFailed } from './requests'
import { useDeliveries } from './use-deliveries'

const views = ['all', 'waiting', 'delivered', 'failed'] as const
type View = (typeof views)[number]

interface LogDialogProps {
  receiver: DeliveryReceiver
  name: string
  /** Sends a test; true when it was enqueued. Without it there is no button. */
  test?: () => Promise<boolean>
  isTestable?: boolean
  onClose: () => void
}

/** Log of the requests to a receiver, newest first, with buttons to test it and to send failed requests again. */
export function LogDialog({ receiver, name, test, isTestable, onClose }: LogDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const [view, setView] = useState<View>('all')
  const log = useDeliveries(receiver, view === 'all' ? undefined : (view as DeliveryState))
  const run = async (work: Promise<boolean>) => {
    if (await work) log.reload()
  }
  return (
    <Dialog
      open
      size="lg"
      title={t('webhooks.logOf', { name, interpolation: { escapeValue: false } })}
      onClose={onClose}
      footer={
        <>
          <Button icon={<RotateCcw aria-hidden />} onClick={() => void run(repeatFailed(receiver))}>
            {t('webhooks.sendFailed')}
          </Button>
          {test && (
            <Button
              variant="primary"
              icon={<Send aria-hidden />}
              disabled={!isTestable}
              onClick={() => void run(test())}
            >
              {t('webhooks.test')}
            </Button>
          )}
        </>
      }
    >
      <div className="-mx-4 -mt-4">
        <Tabs
          id={id}
          label={t('webhooks.log')}
          value={view}
          onChange={setView}
          tabs={views.map((value) => ({ value, label: t(`webhooks.views.${value}`) }))}
        />
      </div>
      <div {...tabPanelProps(id, view)} className="-mx-4 -mb-4 min-h-60">
        <Rows log={log} />
      </div>
    </Dialog>
  )
}

function Rows({ log }: { log: ReturnType<typeof useDeliveries> }) {
  const { t } = useTranslation()
  const { page, failure, reload, more } = log
  if (!page)
    return failure ? <ErrorState failure={failure} onRetry={reload} /> : <SkeletonRows rows={4} avatar={false} />
  if (page.deliveries.length === 0) return <p className="p-6 text-center text-muted">{t('webhooks.logEmpty')}</p>
  return (
    <>
      <ul className="divide-y divide-line">
        {page.deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} onChange={reload} />
        ))}
      </ul>
      {page.hasMore && (
        <div className="p-3 text-center">
          <Button onClick={more}>{t('webhooks.more')}</Button>
        </div>
      )}
    </>
  )
}
