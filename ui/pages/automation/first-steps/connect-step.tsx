import { useState } from 'react'
import type { Connection } from '../../../../src/features/numbers/connections/model'
import { Button } from '../../../components/button'
import { loadSteps } from '../../../first-steps/store'
import { connections } from '../../../lib/connections'
import { useList } from '../../../lib/list'
import { useTranslation } from '../../../lib/use-translation'
import { ConnectionDialog } from '../../numbers/connections/connection-dialog'
import { QrDialog } from '../../numbers/connections/qr-dialog'

/** Adds the first connection and shows its QR Code; continues with one that was not linked yet. */
export function ConnectStep({ look }: { look: 'primary' | 'secondary' }) {
  const { t } = useTranslation()
  const { rows, state } = useList(connections)
  const [open, setOpen] = useState<'form' | number | null>(null)
  const close = () => {
    setOpen(null)
    void loadSteps()
  }
  return (
    <>
      <Button size="sm" variant={look} busy={state !== 'ready'} onClick={() => setOpen(rows[0]?.id ?? 'form')}>
        {t('firstSteps.actions.connection')}
      </Button>
      {open === 'form' && (
        <ConnectionDialog connection={null} onClose={close} onSaved={({ id }: Connection) => setOpen(id)} />
      )}
      {typeof open === 'number' && <QrDialog id={open} onClose={close} />}
    </>
  )
}
