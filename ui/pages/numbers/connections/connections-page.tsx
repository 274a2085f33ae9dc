import { Plus, Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Connection } from '../../../../src/features/numbers/connections/model'
import { Button } from '../../../components/button'
import { EmptyState } from '../../../components/empty-state'
import { ErrorState } from '../../../components/error-state'
import { PageHead } from '../../../components/page-head'
import { GapNotice } from '../../../first-steps/gap-notice'
import { useCan } from '../../../lib/can'
import { connections } from '../../../lib/connections'
import { useLinkedRow } from '../../../lib/linked-row'
import { useList } from '../../../lib/list'
import { breakpoints, useMediaQuery } from '../../../lib/media-query'
import { useTitle } from '../../../lib/title'
import { useTranslation } from '../../../lib/use-translation'
import { ConnectionCards } from './connection-cards'
import { ConnectionDialog } from './connection-dialog'
import { ConnectionSkeleton, ConnectionTable } from './connection-table'
import { QrDialog } from './qr-dialog'

/** Open dialog: form of a connection (null: a new one) or QR code. */
type OpenDialog = { kind: 'form'; connection: Connection | null; tab?: 'bot' } | { kind: 'qr'; id: number } | null

export function ConnectionsPage() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<OpenDialog>(null)
  const [linked, setLinked] = useState<number | null>(null)
  const mayEdit = useCan('connection:edit')
  useTitle(t('connections.title'))

  useLinkedRow((id) => setLinked(id))
  const linkedRow = useList(connections).rows.find((row) => row.id === linked)
  useEffect(() => {
    if (!linkedRow || !mayEdit) return
    setOpen({ kind: 'form', connection: linkedRow, tab: 'bot' })
    setLinked(null)
  }, [linkedRow, mayEdit])

  const showQr = (id: number) => setOpen({ kind: 'qr', id })
  const edit = (connection: Connection | null) => setOpen({ kind: 'form', connection })
  /** A new connection continues with its QR code, which the server requests automatically. */
  const onSaved = ({ id }: Connection, isNew: boolean) => (isNew ? showQr(id) : setOpen(null))
  return (
    <div className="page">
      <PageHead
        title={t('connections.title')}
        lead={t('connections.lead')}
        add={mayEdit && { label: t('connections.add'), onAdd: () => edit(null) }}
      />
      <GapNotice kinds={['connectionWithoutQueue', 'queueWithoutNumber']} className="mb-4" />
      <Content mayEdit={mayEdit} onEdit={edit} onQr={showQr} />
      {open?.kind === 'form' && (
        <ConnectionDialog connection={open.connection} tab={open.tab} onClose={() => setOpen(null)} onSaved={onSaved} />
      )}
      {open?.kind === 'qr' && <QrDialog id={open.id} onClose={() => setOpen(null)} />}
    </div>
  )
}

export interface RowsProps {
  rows: Connection[]
  mayEdit: boolean
  onEdit: (connection: Connection | null) => void
  onQr: (id: number) => void
}

function Content({ mayEdit, ...verbs }: Omit<RowsProps, 'rows'>) {
  const { t } = useTranslation()
  const { rows, state, failure } = useList(connections)
  const table = useMediaQuery(breakpoints.table)
  if (rows.length > 0) {
    const Rows = table ? ConnectionTable : ConnectionCards
    return <Rows rows={rows} mayEdit={mayEdit} {...verbs} />
  }
  if (state === 'failed') return <ErrorState failure={failure} onRetry={() => connections.reload()} />
  if (state !== 'ready') return <ConnectionSkeleton isTable={table} mayEdit={mayEdit} />
  return (
    <div className="rounded-lg border border-line bg-surface">
      <EmptyState
        icon={<Smartphone />}
        title={t('connections.emptyTitle')}
        text={mayEdit ? t('connections.emptyText') : t('connections.emptyTextReader')}
        action={
          mayEdit && (
            <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => verbs.onEdit(null)}>
              {t('connections.addFirst')}
            </Button>
          )
        }
      />
    </div>
  )
}
